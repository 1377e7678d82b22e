import { dateOf, instantOf, localOf } from '../../src/time/local-time.ts'
import { nextWorkday, officeTime, stamped } from '../dates.ts'
import type { Random } from '../random.ts'
import type { Subject } from './cautions.ts'
import { answered, type Client, type Draft, incident, questions, type Shift } from './drafts.ts'
import { followUps, incidentsByService } from './incident-phrases.ts'
import { calls, cases, handover, medication, progress, relatives } from './office-phrases.ts'

const zone = 'Australia/Sydney'
const [minute, day] = [60_000, 86_400_000]
const [ofOffice, ofIncidents] = [312, 40]
const kinds = [
  ['calls', 34],
  ['cases', 28],
  ['medication', 14],
  ['progress', 14],
  ['handover', 10],
] as const
type Kind = (typeof kinds)[number][0]

interface OfficeSources {
  shifts: Shift[]
  clients: Client[]
  subjects: ReadonlyMap<number, Subject>
  office: { coordinators: { id: number }[]; nurses: { id: number }[] }
}

/** Notes of the office on workdays: about calls, visits, medication, goals, and incidents in shifts. */
export function officeNotes(random: Random, now: number, sources: OfficeSources): Draft[] {
  const { shifts, clients, subjects } = sources
  const ids = (those: Shift[]) => new Set(those.flatMap(({ client_ids }) => client_ids))
  const residents = ids(shifts.filter(({ type }) => type === 'site'))
  const rostered = ids(shifts)
  const active = clients.filter(({ status }) => status === 'Active')
  const [cared, visited, others] = [
    active.filter(({ id }) => rostered.has(id)),
    active.filter(({ id }) => rostered.has(id) && !residents.has(id)),
    active.filter(({ id }) => !residents.has(id)),
  ]
  const whom: Record<Kind, Client[]> = {
    calls: others,
    cases: others,
    medication: cared,
    progress: cared,
    handover: visited,
  }
  const texts = textsByKind(random)
  const notes = random.deal(kinds, ofOffice).flatMap((kind) => {
    const at = officeTime(now - random.between(60, 364 * 24 * 60) * minute)
    const those = random.chance(0.7) ? whom[kind].filter((one) => cared.includes(one)) : whom[kind]
    const known = those.filter(({ created_at }) => created_at < stamped(at))
    // With a clock that is years behind, there are no clients yet.
    if (known.length === 0) return []
    const one = random.pick(known)
    return noteOf(random, now, kind, texts[kind](), subjects.get(one.id)!, at, sources)
  })
  return [...notes, ...incidents(random, now, sources)]
}

const relativeOf = ({ id }: Subject) => relatives[id % relatives.length]!
const ofOne = <T>(people: readonly T[], { id }: Subject) => people[id % people.length]!

function noteOf(
  random: Random,
  now: number,
  kind: Kind,
  { title, sentences }: NoteText,
  subject: Subject,
  at: number,
  { office }: OfficeSources,
): Draft {
  const put = (text: string) => text.replaceAll('NAME', subject.first_name).replaceAll('WHO', relativeOf(subject))
  const draft: Draft = {
    client_id: subject.id,
    ...(title && { title: put(title) }),
    note_type: types[kind],
    notes: put(sentences.join(' ')),
    date: dateOf(localOf(at, zone)),
    // A client has one coordinator and one nurse.
    author_id: ofOne(kind === 'medication' ? office.nurses : office.coordinators, subject).id,
    source: 'web',
    ...(kind === 'medication' && random.chance(0.4) && { files: ['medication-chart.pdf'] }),
    at,
  }
  return sentences.length > 2 && at < now - day && random.chance(0.08)
    ? edited(draft, put(sentences.slice(0, -1).join(' ')), at + random.between(10, 85) * minute)
    : draft
}

/** An edited note with its earlier text as a revision. */
const edited = (draft: Draft, notes: string, updated: number): Draft => ({
  ...draft,
  revisions: [
    {
      ...{ title: draft.title ?? null, note_type: draft.note_type, notes, date: draft.date, answers: [] },
      ...{ replaced_by: 'Office desktop', replaced_at: stamped(updated) },
    },
  ],
  updated,
})

const types: Record<Kind, string> = {
  calls: 'Phone call',
  cases: 'Case note',
  medication: 'Medication',
  progress: 'Progress note',
  handover: 'Handover',
}

interface NoteText {
  title?: string
  sentences: string[]
}

/** Generators of note texts. Topics rotate, so that they do not repeat soon. */
function textsByKind(random: Random): Record<Kind, () => NoteText> {
  const [topic, item] = [random.deck(calls.topics), random.deck(handover.items)]
  return {
    calls: () => ({ title: 'Call with NAME’s WHO', sentences: [random.pick(calls.opens), topic()] }),
    cases: () => {
      const open = random.pick(cases.opens)
      const findings = random.sample(cases.findings, random.between(1, 2))
      const title = /home/i.test(open) ? { title: 'Home visit' } : {}
      return { ...title, sentences: [open, ...findings, random.pick(cases.ends)] }
    },
    medication: () => {
      const { opens, findings, ends } = random.pick(medication)
      return { sentences: [random.pick(opens), random.pick(findings), random.pick(ends)] }
    },
    progress: () => {
      const goals = random.sample(progress.goals, random.between(2, 3))
      return {
        title: 'Monthly summary',
        sentences: [random.pick(progress.opens), ...goals, random.pick(progress.ends)],
      }
    },
    handover: () => ({ sentences: [random.pick(handover.opens), item(), random.pick(handover.ends)] }),
  }
}

/** Incident notes, written by the coordinator on the next workday. */
function incidents(random: Random, now: number, { shifts, subjects, office }: OfficeSources): Draft[] {
  const past = shifts.filter(
    ({ attendance, end }) =>
      attendance.some(({ check_out }) => check_out) && Date.parse(instantOf(end, zone)) < now - 5 * day,
  )
  const seen = new Set<string>()
  return random.sample(past, ofIncidents).flatMap((shift): Draft | [] => {
    const subject = subjects.get(random.pick(shift.client_ids))!
    const { title, what, isHurt, ...done } = random.pick(incidentsByService[shift.services[0]!.service]!)
    const action = subject.isUnsteady ? done.action : (done.unaided ?? done.action)
    // A client has each kind of incident only once.
    if (seen.has(`${subject.id} ${title}`)) return []
    seen.add(`${subject.id} ${title}`)
    const put = (text: string) => text.replaceAll('NAME', subject.first_name)
    const writtenAt = `${nextWorkday(dateOf(shift.end))} ${random.pick(['09', '10', '11'])}:${random.between(10, 50)}:00`
    return {
      client_id: subject.id,
      title,
      note_type: 'Incident',
      notes: put(`${what} ${action}`),
      date: dateOf(shift.end),
      author_id: ofOne(office.coordinators, subject).id,
      source: 'web',
      ...(/photo/.test(action) && { files: ['left-shin.jpg'] }),
      employee_id: random.pick(shift.staff_ids),
      template: incident,
      answers: answered(questions.incident, {
        hurt: isHurt ? 'A little; first aid was given' : 'No',
        told: put(`Nurse on call, NAME’s ${relativeOf(subject)}`),
        follow_up: random.pick(followUps),
      }),
      cautions: subject.cautions,
      at: Date.parse(instantOf(writtenAt, zone)),
    }
  })
}
