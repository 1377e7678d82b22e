import { instantOf } from '../../src/time/local-time.ts'
import type { Random } from '../random.ts'
import type { Subject } from './cautions.ts'
import { answered, type Draft, daily, questions, type Shift } from './drafts.ts'
import { houseParts } from './house-phrases.ts'
import { backHome, outings, type Part, visitParts } from './visit-phrases.ts'

const zone = 'Australia/Sydney'
const minute = 60_000

/** The numbers of notes: for a resident whose notes fill a block, for one with many, and for the others. */
const counts = { most: 310, many: 90, residents: 70, groups: 25, visits: 360 }

/** Files that match the text of a note. */
const files: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/dry patch on the left shin/, 'left-shin.jpg'],
  [/bruise on the right forearm/, 'right-forearm.jpg'],
  [/watered the herbs/, 'herb-garden.jpg'],
  [/one painting/, 'painting.jpg'],
  [/whole loop with the frame/, 'riverside.jpg'],
  [/New script/, 'script.pdf'],
  [/Referral to the physio/, 'referral.pdf'],
]

/** Notes of past shifts, by a staff member of the shift. */
export function shiftNotes(random: Random, shifts: readonly Shift[], subjects: ReadonlyMap<number, Subject>): Draft[] {
  const done = shifts.filter(({ attendance, notes }) => notes.length === 0 && attendance.some((one) => one.check_out))
  const of = (type: string) => done.filter((shift) => shift.type === type)
  const sites = of('site')
  const [first, last] = [
    sites[0]!.client_ids[0]!,
    sites.findLast((one) => one.client_ids[0] !== sites[0]!.client_ids[0]),
  ]
  const many = last!.client_ids[0]!
  const about = (client: number, count: number) =>
    random
      .sample(
        sites.filter(({ client_ids }) => client_ids.includes(client)),
        count,
      )
      .map((shift) => [shift, client] as const)
  const any = (shift: Shift) => [shift, random.pick(shift.client_ids)] as const
  return [
    ...about(first, counts.most),
    ...about(many, counts.many),
    ...random.sample(sites, counts.residents).map(any),
    ...random.sample(of('group'), counts.groups).map(any),
    ...random.sample(of('single'), counts.visits).map(any),
  ].map(([shift, client]) => noteOf(random, shift, subjects.get(client)!))
}

function noteOf(random: Random, shift: Shift, subject: Subject): Draft {
  const { service } = shift.services[0]!
  const hasTemplate = ['Personal care', 'Daily living'].includes(service) && random.chance(0.12)
  const notes = hasTemplate ? shortText(random, shift, subject) : textOf(random, shift, subject)
  return {
    // A visit has only one client.
    client_id: shift.type === 'single' ? null : subject.id,
    note_type: typeOf(random, shift),
    notes,
    author_id: random.pick(shift.staff_ids),
    source: 'app',
    files: files.filter(([pattern]) => pattern.test(notes) && random.chance(0.7)).map(([, name]) => name),
    cautions: subject.cautions,
    ...(hasTemplate && { template: daily, answers: answersOf(random, notes, subject) }),
    shift_id: shift.id,
    at: Date.parse(instantOf(shift.end, zone)) - random.between(1, 20) * minute,
  }
}

function typeOf(random: Random, { title, services }: Shift): string {
  if (services[0]!.service === 'Medication prompt') return 'Medication'
  const isHandover = title === 'Sleepover' ? 0.6 : /shift/.test(title) ? 0.2 : 0
  return random.chance(isHandover) ? 'Handover' : 'Progress note'
}

const isWeekend = ({ end }: Shift) => new Date(`${end.slice(0, 10)}T00:00:00Z`).getUTCDay() % 6 === 0

/** From October to March there is no heating. */
const isWarm = ({ end }: Shift) => !/-0[4-9]-/.test(end)

/** The sentences of a part that match the client and the day. */
function fitting(part: Part, shift: Shift, { isSoft, isUnsteady }: Subject): readonly string[] {
  const sentences = 'soft' in part ? part[isSoft ? 'soft' : 'usual'] : part
  const unfit = [
    ...(isWeekend(shift) ? [/day program|on the weekend/] : []),
    ...(isWarm(shift) ? [/heater/] : []),
    ...(isUnsteady ? [] : [/the frame/]),
  ]
  return sentences.filter((one) => !unfit.some((words) => words.test(one)))
}

/** The start and the main part of the shift, and some of the rest. */
function textOf(random: Random, shift: Shift, subject: Subject): string {
  const { service } = shift.services[0]!
  const [first, second, ...others] = houseParts[shift.title] ?? visitParts[service] ?? partsOfOuting(random)
  const chosen = new Set(random.sample(others, random.between(Math.min(1, others.length), others.length)))
  const parts = [first!, second!, ...others.filter((one) => chosen.has(one))]
  return named(random, parts.map((part) => random.pick(fitting(part, shift, subject))).join(' '), subject)
}

function partsOfOuting(random: Random): Part[] {
  const [went, there] = random.pick(outings)
  return [went, there, ...(random.chance(0.6) ? [backHome] : [])]
}

/** Two sentences about the work; the template's answers have the rest. */
function shortText(random: Random, shift: Shift, subject: Subject): string {
  const [, second, third] = houseParts[shift.title] ?? visitParts['Personal care']!
  const work = fitting(shift.title === 'Afternoon shift' ? third! : second!, shift, subject)
  const two = houseParts[shift.title]
    ? random.sample(work, 2)
    : [random.pick(work), random.pick(fitting(third!, shift, subject))]
  return named(random, two.join(' '), subject)
}

const named = (random: Random, text: string, { first_name }: Subject) =>
  text.replaceAll('NAME', first_name).replace('MIN', String(random.between(18, 38)))

const answersOf = (random: Random, notes: string, { isSoft }: Subject) =>
  answered(questions.daily, {
    mood: random.pick(['Bright', 'Calm', 'Cheerful', 'A bit tired', 'Quiet']),
    meals: `${random.pick(['All of it', 'Most of it', 'About half'])}${isSoft ? ', soft food' : ''}`,
    fluids: random.between(3, 9) * 100,
    pain: /Some pain/.test(notes),
  })
