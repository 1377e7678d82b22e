import type pg from 'pg'
import type { Caller } from '../../access/tokens.ts'
import { nextIds } from '../../db/next-ids.ts'
import { type Pipeline, pipeline, send, sendLast } from '../../db/pipeline.ts'
import { runAndRollBack } from '../../db/transaction.ts'
import { recordEvent } from '../../events/outbox.ts'
import { found, invalid, rejected } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { optionsOf, type ProspectStage } from '../options/options.ts'
import type { LikelyClient, Prospect, ProspectConvert } from './prospects.schema.ts'
import {
  clientFields,
  continueHistory,
  convert,
  findClient,
  insertClient,
  likelyClients,
  lockOrganisation,
  lockWithOptions,
} from './prospects.sql.ts'

export interface ConvertResponse {
  dry_run?: true
  created?: number | null
  linked?: number
  data: Prospect
}
interface Conversion {
  how: 'created' | 'linked'
  /** False if an earlier request has converted the prospect. */
  isNew: boolean
  data: Prospect
}

/** Converts a prospect to a client, once. A repeated request returns the result of the first. */
export async function convertProspect(
  db: pg.Pool | pg.PoolClient,
  caller: Caller,
  id: number,
  body: ProspectConvert,
): Promise<ConvertResponse> {
  const errors = missing(body)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const run = (on: pg.Pool | pg.PoolClient) => pipeline(on, () => convertInPipeline(caller, id, body))
  if (!body.dry_run) {
    const { how, data } = await run(db)
    return { [how]: data.client_id!, data }
  }
  const { how, isNew, data } = await runAndRollBack(db, run)
  // The dry run rolled the created client back, so its id does not exist.
  const client_id = isNew && how === 'created' ? null : data.client_id
  return { dry_run: true, [how]: client_id, data: { ...data, client_id } }
}

function missing({ client_type, business_id, link_client_id }: ProspectConvert): FieldErrors {
  if (link_client_id !== undefined) return {}
  const sentence = (field: string) => [`${field} is required where no link_client_id is sent.`]
  return {
    ...(client_type === undefined && { client_type: sentence('client_type') }),
    ...(business_id === undefined && { business_id: sentence('business_id') }),
  }
}

function* convertInPipeline(caller: Caller, id: number, body: ProspectConvert): Pipeline<Conversion> {
  const { orgId, connectionId, connection } = caller
  const { link_client_id: link, allow_duplicate, client_type, business_id } = body
  const [, [row], duplicates, [client]] = yield* send(
    lockOrganisation.call(orgId),
    lockWithOptions.call(orgId, id),
    link === undefined && !allow_duplicate ? likelyClients.call(orgId, id) : undefined,
    link === undefined ? nextIds.call('client_id_seq', 1) : findClient.call(orgId, link),
  )
  const { conversion, options, ...before } = found(row, 'Prospect')
  if (conversion) return { how: conversion, isNew: false, data: before }
  if (duplicates.length > 0) throw duplicateError(duplicates)
  if (!client) throw invalid({ link_client_id: [unknownClient] })

  const stage = wonStage(before.stage, optionsOf(options).stages)
  const isMoved = stage !== before.stage
  const fields = ['converted', 'client_id', ...(isMoved ? ['stage'] : [])]
  const isCreated = link === undefined
  const how = isCreated ? 'created' : 'linked'
  const detail = { client_id: client.id, conversion: how, ...(isMoved && { from: before.stage, to: stage }) }
  const [, [data]] = yield* sendLast(
    isCreated ? insertClient.call(orgId, client.id, id, client_type!, business_id!) : undefined,
    convert.call(orgId, id, client.id, how, stage),
    isMoved ? continueHistory.call(orgId, id, connection) : undefined,
    recordEvent.call(orgId, connectionId, 'prospect.converted', id, fields, detail),
    isCreated ? recordEvent.call(orgId, connectionId, 'client.created', client.id, clientFields, null) : undefined,
  )
  return { how, isNew: true, data: data! }
}

/** The first stage of category won; the current stage if it is one, or if none exists. */
function wonStage(stage: string, stages: readonly ProspectStage[]): string {
  const won = stages.filter(({ category }) => category === 'won').map(({ name }) => name)
  return won.includes(stage) ? stage : (won[0] ?? stage)
}

const unknownClient = 'link_client_id must be the id of a client of this organisation.'

const duplicateError = (duplicates: LikelyClient[]) =>
  rejected('This prospect looks like an existing client.', {
    errors: {
      allow_duplicate: [
        'allow_duplicate must be true to create a client nevertheless; or send link_client_id to link one of duplicates.',
      ],
    },
    duplicates,
  })
