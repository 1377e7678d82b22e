import { officeTime, stamped } from '../dates.ts'
import { firstId } from '../examples/ids.ts'
import type { Random } from '../random.ts'
import { makePeople } from '../records.ts'
import { submissionRows } from './answers.ts'
import { enquiries, type Prospect } from './enquiries.ts'
import { incidentReport } from './incident.ts'
import { incidents, type NamedPerson, type Note, type Shift } from './incidents.ts'
import { firstIntake, intake } from './intake.ts'
import type { DemoForm, FormContent } from './parts.ts'
import { homeCheck, survey } from './survey.ts'
import { surveys } from './surveys.ts'

const day = 86_400_000
/** The key of the form that the banner of a start links to. */
export const enquiryKey = 'new-client-enquiry'

interface DemoRecords {
  prospects: Prospect[]
  shifts: Shift[]
  notes: Note[]
  clients: NamedPerson[]
  staff: NamedPerson[]
  coordinators: NamedPerson[]
}

/** Three published forms, one unfinished draft, and a year of submissions. */
export function makeForms(random: Random, now: number, { prospects, coordinators, ...records }: DemoRecords) {
  const nameOf = ({ first_name, last_name }: NamedPerson) => `${first_name} ${last_name}`
  const owner = records.staff[0]!
  const [desk, reader] = [nameOf(coordinators[0]!), coordinators[1]!]
  const taken = new Set([...records.staff, ...records.clients, ...prospects].map(nameOf))
  const {
    opened,
    mapped,
    freePhone,
    sent: submissions,
  } = enquiries(random, now, prospects, { owner: owner.id, desk, taken })
  const people = makePeople(random, 'clients', 40, taken)
  const person = () => nameOf({ id: 0, ...people.pop()! })
  const report: FormContent = { ...incidentReport, settings: { ...incidentReport.settings, assignee_id: reader.id } }
  const by = nameOf(owner)
  const [year, round, begun] = [374, 300, 20].map((ago) => officeTime(now - ago * day)) as [number, number, number]
  const forms: DemoForm[] = [
    {
      ...{ id: 1, key: enquiryKey, tags: [{ name: 'intake', color: '#2f855a' }], created: opened - 2 * day },
      versions: [
        { content: firstIntake, at: opened, by },
        { content: intake, at: mapped, by: desk },
      ],
    },
    {
      ...{ id: 2, key: 'incident-report', created: year - 5 * day },
      tags: [
        { name: 'safety', color: '#c53030' },
        { name: 'staff', color: '#2b6cb0' },
      ],
      versions: [{ content: report, at: year, by: nameOf(reader) }],
    },
    {
      ...{ id: 3, key: 'how-are-we-going', tags: [{ name: 'quality', color: '#b7791f' }], created: round - day },
      versions: [{ content: survey, at: round, by: desk }],
    },
    {
      ...{ id: 4, key: 'home-safety-check', tags: [{ name: 'intake', color: '#2f855a' }], created: begun },
      versions: [],
      draft: homeCheck,
    },
  ]
  return {
    forms: forms.map(formRow),
    form_submissions: submissionRows(
      [
        ...submissions,
        ...incidents(random, now, { ...records, assignee: reader }),
        ...surveys(random, now, { owner: owner.id, desk, person, phone: freePhone }),
      ],
      firstId.submission,
    ),
  }
}

export function formRow({ id, key, tags, versions, draft, created }: DemoForm): object {
  const last = versions.at(-1)
  const { name, description, ...content } = draft ?? last!.content
  return {
    ...{ id, name, description, tags, published: last ? 'on' : 'off', ...content, key },
    ...(last && {
      ...{ version: versions.length, published_at: stamped(last.at) },
      versions: versions.map((one, index) => ({
        version: index + 1,
        ...one.content,
        published_at: stamped(one.at),
        by: one.by,
      })),
    }),
    created_at: stamped(created),
    updated_at: stamped(last?.at ?? created),
  }
}
