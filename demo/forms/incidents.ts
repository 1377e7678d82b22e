import { dateOf, instantOf, localOf, readLocal, writeLocal } from '../../src/time/local-time.ts'
import { type Incident, incidentsByService } from '../notes/incident-phrases.ts'
import type { Random } from '../random.ts'
import { historyOf, type Status, type SubmissionDraft, wholeSecond } from './answers.ts'
import { incidentReport, places, type Severity } from './incident.ts'
import { maxOfKind, reportDetails } from './incident-texts.ts'

const zone = 'Australia/Sydney'
const [minute, day] = [60_000, 86_400_000]
const [ofNotes, ofThisWeek] = [19, 5]

export interface Shift {
  type: string
  start: string
  end: string
  client_ids: number[]
  staff_ids: number[]
  services: { service: string }[]
  attendance: { check_out: string | null }[]
}
export interface Note {
  id: number
  kind: string
  note_type: string
  title: string | null
  notes: string
  date: string | null
  client_id: number | null
  employee_id?: number
}
export interface NamedPerson {
  id: number
  first_name: string
  last_name: string
  email?: string | null
}
interface IncidentRecords {
  shifts: Shift[]
  notes: Note[]
  clients: NamedPerson[]
  staff: NamedPerson[]
  /** Who looks at reports. */
  assignee: NamedPerson
}
interface Report {
  happening: Incident
  action: string
  shift: Shift
  client: NamedPerson
  by: NamedPerson
  note_ref?: string
}

const nameOf = ({ first_name, last_name }: NamedPerson) => `${first_name} ${last_name}`
const isDone = ({ attendance }: Shift) => attendance.some(({ check_out }) => check_out)

/** What carers reported: the incidents that the office wrote notes of on the next day, and some of the last days. */
export function incidents(random: Random, now: number, records: IncidentRecords): SubmissionDraft[] {
  const clients = new Map(records.clients.map((client) => [client.id, client]))
  const staff = new Map(records.staff.map((one) => [one.id, one]))
  const names = new Map([...clients, ...staff].map(([id, one]) => [id, nameOf(one)]))
  const known = records.notes.filter(({ kind, note_type }) => kind === 'General' && note_type === 'Incident')
  const days = new Set(known.map(({ date }) => date))
  const shifts = records.shifts.filter((shift) => isDone(shift) && days.has(dateOf(shift.end)))
  const fresh = latest(random, now, records, clients, staff)
  const told = new Map(fresh.map(({ happening }) => [happening.title, 1]))
  const chosen = random.sample(known, known.length).filter(({ title }) => {
    const times = told.get(title!) ?? 0
    told.set(title!, times + 1)
    return times < maxOfKind
  })
  const noted = chosen.slice(0, ofNotes).map((note, place): Report => {
    const happening = Object.values(incidentsByService)
      .flat()
      .find(({ title }) => title === note.title)!
    const at = shifts.filter(
      ({ end, client_ids, staff_ids }) =>
        dateOf(end) === note.date && client_ids.includes(note.client_id!) && staff_ids.includes(note.employee_id!),
    )
    const shift = at.find(({ services }) => incidentsByService[services[0]!.service]?.includes(happening)) ?? at[0]!
    const action = note.notes.includes(happening.action) ? happening.action : (happening.unaided ?? happening.action)
    // Some notes came by phone before the report and are not linked to it.
    const note_ref = place % 5 === 4 ? {} : { note_ref: `general:${note.id}` }
    return {
      happening,
      action,
      shift,
      client: clients.get(note.client_id!)!,
      by: staff.get(note.employee_id!)!,
      ...note_ref,
    }
  })
  const details = reportDetails(random)
  return [...noted, ...fresh].map((report) =>
    submissionOf(random, now, report, details(report.happening), names, records.assignee),
  )
}

/** Recent incidents without a note, each of a different kind. */
function latest(
  random: Random,
  now: number,
  { shifts }: IncidentRecords,
  clients: ReadonlyMap<number, NamedPerson>,
  staff: ReadonlyMap<number, NamedPerson>,
): Report[] {
  const from = localOf(now - 5 * day, zone)
  const until = localOf(now - 60 * minute, zone)
  const recent = shifts.filter(
    (shift) =>
      isDone(shift) && from <= shift.start && shift.end <= until && incidentsByService[shift.services[0]!.service],
  )
  const told = new Set<Incident>()
  const reports = random.sample(recent, recent.length).map((shift): Report | undefined => {
    const left = incidentsByService[shift.services[0]!.service]!.filter((one) => !told.has(one))
    if (left.length === 0 || told.size === ofThisWeek) return undefined
    const happening = random.pick(left)
    told.add(happening)
    const [client, by] = [clients.get(random.pick(shift.client_ids))!, staff.get(random.pick(shift.staff_ids))!]
    // It is not known here who has a walking frame.
    return { happening, action: happening.unaided ?? happening.action, shift, client, by }
  })
  return reports.filter((one) => one !== undefined)
}

type Details = ReturnType<ReturnType<typeof reportDetails>>

function submissionOf(
  random: Random,
  now: number,
  { happening, action, shift, client, by, note_ref }: Report,
  { severity, nature, also, injury, prevent }: Details,
  names: ReadonlyMap<number, string>,
  assignee: NamedPerson,
): SubmissionDraft {
  const occurred = occurredIn(random, shift, happening)
  const at = wholeSecond(
    Date.parse(instantOf(shift.end, zone)) + random.between(4, 55) * minute + random.between(0, 59) * 1000,
  )
  const put = (text: string) => text.replaceAll('NAME', client.first_name)
  const isGrave = severity === 'High' || severity === 'Critical'
  return {
    ...{
      form_id: 2,
      form_version: 1,
      type: 'incident',
      source: 'api',
      assignee_id: assignee.id,
      client_id: client.id,
      at,
    },
    ...{ submitter: nameOf(by), ...(by.email && { email: by.email }), ...(note_ref && { note_ref }) },
    ...{ steps: incidentReport.steps, names },
    values: {
      ...{
        client: client.id,
        occurred,
        place: placeOf(shift),
        nature,
        what: put(`${happening.what} ${also}`),
        severity,
        hurt: injury !== undefined,
      },
      ...(injury !== undefined && { injury, first_aid: true, ...(isGrave && { ambulance: false }) }),
      ...(isGrave && { rang_at: writeLocal(readLocal(occurred) + random.between(3, 14) * minute).slice(11, 16) }),
      ...{ action: put(action), told: ['Nurse on call', 'Family', ...(isGrave ? ['Team leader'] : [])] },
      ...(prevent !== undefined && { prevent }),
      ...{ reporter: by.id, signature: nameOf(by) },
    },
    history: historyOf(random, now, at, courseOf(random, now - at, severity), nameOf(assignee)),
  }
}

function placeOf({ type, services }: Shift): string {
  if (type === 'site') return places[1]!
  return ['Community access', 'Group activity'].includes(services[0]!.service) ? places[2]! : places[0]!
}

/** Rounded to five minutes. Texts about the night contain the time. */
function occurredIn(random: Random, { start, end }: Shift, { what }: Incident): string {
  if (/four o’clock/.test(what)) return `${dateOf(end)} 04:00:00`
  const [from, to] = [readLocal(start), readLocal(end)]
  const at = from + (to - from) * (0.2 + 0.7 * random.next())
  return writeLocal(at - (at % (5 * minute)))
}

type Course = readonly (readonly [Status, string?])[]

/** Reports older than a month are closed. */
function courseOf(random: Random, age: number, severity: Severity): Course {
  if (age < 3 * day) return random.chance(0.4) ? [['In review']] : []
  if (severity === 'Low' && random.chance(0.15)) return [['Archived', 'No harm, noted for the house meeting.']]
  const begun: Course = [['In review']]
  if (random.chance(0.25)) {
    const changesRequested: Course = [
      ...begun,
      [
        'Changes requested',
        random.pick(['Please add who was told, and when.', 'Was it looked at again on the day after?']),
      ],
    ]
    return age > 30 * day ? [...changesRequested, ['Closed', 'Added by phone.']] : changesRequested
  }
  const accepted: Course = [
    ...begun,
    ['Approved', random.pick([undefined, 'Risk assessment updated.', 'Talked it over with the team.'])] as [
      Status,
      string?,
    ],
  ]
  return age > 20 * day ? [...accepted, ['Closed']] : accepted
}
