import type { Caller } from '../../access/tokens.ts'
import { pipeline, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { recordInsertedEvent } from '../../events/outbox.ts'
import { invalid } from '../../http/contract/errors.ts'
import { buildSteps, firstStep } from '../definition/builder.ts'
import {
  buildClientPrefill,
  buildIncident,
  buildProspect,
  buildSettings,
  buildTags,
} from '../definition/builder-parts.ts'
import { Findings } from '../definition/findings.ts'
import type { FormCreate } from '../definition/form.schema.ts'
import { issuesOf } from '../definition/issues.ts'
import type { Draft } from '../definition/parts.ts'
import { insert, valuesOf } from './forms.sql.ts'
import { unknownReferences } from './references.ts'

/** Creates a draft. Reports all errors at once; issues that only prevent publishing are part of the response. */
export function createForm(db: Queryable, { orgId, connectionId }: Caller, body: FormCreate) {
  const { steps = [firstStep], settings = {}, tags = [], prospect = null } = body
  const findings = new Findings()
  const built = buildSteps(steps)
  const draft: Draft = {
    name: body.name.trim(),
    description: body.description ?? '',
    tags: buildTags(tags, 'tags', findings),
    settings: buildSettings(settings),
    steps: built.steps,
    incident: buildIncident(body.incident ?? null),
    prospect: buildProspect(prospect),
    client_prefill: buildClientPrefill(body.client_prefill ?? null),
    address: null,
  }
  return pipeline(db, function* () {
    const references = {
      settings: { path: 'settings', ...settings },
      prospect: prospect ? { path: 'prospect', ...prospect } : undefined,
    }
    const errors = { ...built.errors, ...(yield* unknownReferences(orgId, [references])) }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const [[row]] = yield* sendLast(
      insert.call(orgId, ...valuesOf(draft)),
      recordInsertedEvent.call(orgId, connectionId, 'form.created', 'form_id_seq', Object.keys(body), null),
    )
    const notes = [...findings.notes, ...built.notes]
    const issues = issuesOf(draft)
    return {
      created: row!.id,
      // A form has no page until it is published.
      ...{ ...row!, url: null, settings: draft.settings },
      ...(notes.length > 0 && { notes }),
      ...(issues.length > 0 && { issues }),
    }
  })
}
