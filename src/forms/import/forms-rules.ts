import type { AddProblem } from '../../bundle/section.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { buildSteps } from '../definition/builder.ts'
import {
  buildClientPrefill,
  buildIncident,
  buildProspect,
  buildSettings,
  buildTags,
} from '../definition/builder-parts.ts'
import { Findings } from '../definition/findings.ts'
import { issuesOf } from '../definition/issues.ts'
import type { Parts } from '../definition/issues-parts.ts'
import type {
  ClientPrefillSent,
  FormSettingsChange,
  FormStepCreate,
  IncidentSent,
  ProspectSent,
  TagsSent,
} from '../forms/bodies.schema.ts'

interface Content {
  settings: FormSettingsChange
  steps: FormStepCreate[]
  incident: IncidentSent
  prospect: ProspectSent
  client_prefill: ClientPrefillSent
}
interface VersionRow extends Content {
  version: number
  name?: string
}
interface FormRow extends Content {
  name: string
  tags: TagsSent
  published: 'off' | 'on'
  version?: number | null
  published_at?: string | null
  versions?: VersionRow[]
}

/**
 * Gives a form of the bundle the shape it is stored in, by the builder's rules. What the builder would only adjust is adjusted.
 * Issues are allowed in what people do not see: a version that is published has none, and one is made of a form that
 * is on and has none.
 */
export function checkForm(row: FormRow, problem: AddProblem): void {
  const { versions = [], published } = row
  row.name = row.name.trim()
  row.tags = buildTags(row.tags, 'tags', new Findings())
  build(row, [], problem, published === 'on' && versions.length === 0)
  for (const [place, version] of versions.entries()) {
    version.name = version.name?.trim() ?? row.name
    build(version, ['versions', place], problem, true)
    const before = versions[place - 1]?.version ?? 0
    if (version.version <= before) {
      problem(['versions', place, 'version'], `must be more than ${before}, which stands before it.`)
    }
  }
  checkPublication(row, problem)
}

function checkPublication({ versions = [], published, version, published_at }: FormRow, problem: AddProblem): void {
  const last = versions.at(-1)?.version
  if (last !== undefined && version && version !== last) problem(['version'], `must be ${last}, the last of versions.`)
  if (last !== undefined || published === 'on') return
  if (version) problem(['version'], 'is only supported for a form that is on or has versions.')
  if (published_at) problem(['published_at'], 'is only supported for a form that is on or has versions.')
}

function build(content: Content, at: readonly (string | number)[], problem: AddProblem, isPublished: boolean): void {
  const { steps, errors } = buildSteps(content.steps)
  content.settings = buildSettings(content.settings)
  content.incident = buildIncident(content.incident)
  content.prospect = buildProspect(content.prospect)
  content.client_prefill = buildClientPrefill(content.client_prefill) as ClientPrefillSent
  content.steps = steps
  for (const [path, sentences] of Object.entries(errors as FieldErrors)) {
    for (const sentence of sentences) problem([...at, ...partsOf(path)], sentence.slice(path.length + 1))
  }
  if (!isPublished || Object.keys(errors).length > 0) return
  for (const { path, message } of issuesOf(content as unknown as Parts)) {
    problem([...at, ...partsOf(path)], `keeps the form from being published: ${message}`)
  }
}

/** `steps.0.fields.1` as parts of a bundle's path. */
const partsOf = (path: string) => path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
