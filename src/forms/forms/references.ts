import { type Pipeline, send } from '../../db/pipeline.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { listNames, optionsOf, type StoredOptions } from '../../prospects/options/options.ts'
import { Findings } from '../definition/findings.ts'
import { attributePrefix } from '../definition/form.schema.ts'
import type { ProspectMapping, Settings } from '../definition/parts.ts'
import { findReferences } from './forms.sql.ts'

/** The parts of a body that name something outside the form, with their paths. */
export interface References {
  settings?: { path: string; assignee_id?: number | null | undefined } | undefined
  prospect?: { path: string; stage?: string | undefined; map?: Record<string, string> | undefined } | undefined
}
type StoredReferences = { settings: Settings; prospect: ProspectMapping | null }

/**
 * Errors for staff, stages and attributes that a body names and the organisation does not have. Stored values are not checked:
 * a record can be references back unchanged after an import has removed an option.
 */
export function* unknownReferences(
  orgId: number,
  references: readonly References[],
  before?: StoredReferences,
): Pipeline<FieldErrors> {
  const settings = references.flatMap((each) => (isSet(each.settings?.assignee_id) ? [each.settings!] : []))
  const prospects = references.flatMap((each) => each.prospect ?? []).filter(namesOptions)
  if (settings.length === 0 && prospects.length === 0) return {}
  const [[named]] = yield* send(
    findReferences.call(
      orgId,
      settings.map(({ assignee_id }) => assignee_id!),
    ),
  )
  const findings = new Findings()
  for (const { path, assignee_id } of settings) {
    const isKnown = named!.staff_ids.includes(assignee_id!) || assignee_id === before?.settings.assignee_id
    if (!isKnown) findings.addError(`${path}.assignee_id`, 'must be the id of a staff member of this organisation')
  }
  const options = optionsOf(named!.stages ? (named as unknown as StoredOptions) : null)
  for (const prospect of prospects) checkProspect(prospect, options, before?.prospect ?? null, findings)
  return findings.errors
}

const isSet = (id: number | null | undefined): boolean => id !== null && id !== undefined
const targetsOf = (map: Record<string, string> = {}) =>
  Object.entries(map).filter(([, target]) => target.startsWith(attributePrefix))
const namesOptions = ({ stage, map }: NonNullable<References['prospect']>): boolean =>
  stage !== undefined || targetsOf(map).length > 0

function checkProspect(
  { path, stage, map }: NonNullable<References['prospect']>,
  { stages, attributes }: StoredOptions,
  before: ProspectMapping | null,
  findings: Findings,
): void {
  const names = stages.map(({ name }) => name)
  if (stage !== undefined && stage !== before?.stage && !names.includes(stage)) {
    findings.addError(`${path}.stage`, `must be one of ${listNames(names)}`)
  }
  const known = [...attributes.map(({ key }) => `${attributePrefix}${key}`), ...Object.values(before?.map ?? {})]
  for (const [key, target] of targetsOf(map)) {
    if (known.includes(target)) continue
    findings.addError(
      `${path}.map.${key}`,
      attributes.length === 0
        ? 'must not be an attribute: this organisation has none'
        : `is not an attribute; attributes are ${listNames(attributes.map((attribute) => attribute.key))}`,
    )
  }
}
