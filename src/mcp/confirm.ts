import { createHash } from 'node:crypto'
import { canonical } from '../http/contract/idempotency.ts'
import { readSigned, writeSigned } from '../http/pages/signed.ts'
import { ToolError } from './errors.ts'
import type { Operation } from './operations.ts'
import { failures, planText, questionText } from './question.ts'
import type { ApiAnswer, ApiRequest, Session } from './session.ts'
import { type Arguments, type Data, type ToolCall, text } from './tool.ts'

const lifetimeMilliseconds = 10 * 60_000
const lifetimeText = '10 minutes'

/** The records that an operation destroys, publishes or bills: where they are read before it. */
const recordsOf: Record<string, (request: ApiRequest) => [id: string, request: ApiRequest]> = {
  archiveClient: ({ path }) => ['getClient', { path: path! }],
  publishShifts: ({ body }) => ['listShifts', { query: { refs: (body as { refs: string[] }).refs } }],
  unpublishShifts: ({ body }) => ['listShifts', { query: { refs: (body as { refs: string[] }).refs } }],
  deleteShifts: ({ body }) => ['listShifts', { query: { refs: (body as { refs: string[] }).refs } }],
  cancelShift: ({ path }) => ['getShift', { path: path! }],
  restoreShift: ({ path }) => ['getShift', { path: path! }],
  deleteTask: ({ path }) => ['getTask', { path: path! }],
  billBillables: ({ body }) => ['listBillables', { query: { ids: (body as { ids: number[] }).ids } }],
  voidBillable: ({ path }) => ['listBillables', { query: { ids: [path!.id] } }],
  convertProspect: ({ path }) => ['getProspect', { path: path! }],
  publishForm: ({ path }) => ['getForm', { path: path! }],
  unpublishForm: ({ path }) => ['getForm', { path: path! }],
  deleteInsight: ({ path }) => ['getInsight', { path: path! }],
  deleteDashboard: ({ path }) => ['getDashboard', { path: path! }],
  deleteExternalId: ({ path }) => ['getExternalId', { path: path! }],
  editProspectOptions: () => ['getProspectOptions', {}],
}

interface Change {
  tool: string
  /** All arguments of the call. `confirm` is no part of what is confirmed. */
  args: Arguments
  operation: Operation
  request: ApiRequest
}

/** What a person is asked, and what a client gets that cannot ask. */
export class Question extends Error {
  readonly confirm: string

  constructor(plan: string, confirm: string) {
    super(plan)
    this.confirm = confirm
  }
}

/**
 * Runs what destroys, publishes or bills in two steps. The first is a dry run, which returns the plan and a signed `confirm`. The
 * second needs it, and is refused if the arguments, the token or the records are others than those of the plan. Where the client
 * can ask a person, it does so in between.
 */
export async function planThenCommit(session: Session, change: Change, call: ToolCall): Promise<Data> {
  const { operation, request, args } = change
  const sent = call.confirmed ?? (args.confirm as string | undefined)
  if (sent === undefined) return plan(session, change, call)
  const { caller } = session
  const signed = readSigned<Confirm>(caller.signingKey, purposeOf(session, change), sent)
  if (!signed)
    throw new ToolError(
      '`confirm` does not belong to these arguments and this token. Call without it for a plan, then send exactly the same arguments with the `confirm` of that plan.',
    )
  const [expiresAt, state] = signed
  if (session.now >= expiresAt)
    throw new ToolError(`The plan is older than ${lifetimeText}. Call without \`confirm\` for a new one.`)
  if (digestOf(await recordsBefore(session, operation, request)) !== state)
    throw new ToolError(
      'A record of the plan has changed since, or this very change was made already. Nothing was done now. Read the record, and call without `confirm` for a new plan if the change is still wanted.',
    )
  const answer = await session.send(operation.id, { ...request, ...(operation.creates && { key: call.key }) })
  return { done: true, result: session.show(answer), ...(answer.isRepeated && repeated) }
}

/** The outputs of a tool that plans first. */
export const planOutput = { done: { type: 'boolean' }, plan: text(), changes: {}, confirm: text(), result: {} }

/** What a tool that creates says beside the record. */
export const creation = ({ isRepeated }: ApiAnswer): Data => ({ created: !isRepeated, ...(isRepeated && repeated) })

/** With a result that an earlier call with the same arguments has made. */
export const repeated = {
  hint: 'This call was made within the last 10 minutes, and this is its result: nothing was created now. Send `again` with any text for another one.',
}

type Confirm = [expiresAt: number, state: string]

async function plan(session: Session, change: Change, { canAsk }: ToolCall): Promise<Data> {
  const { operation, request } = change
  const records = await recordsBefore(session, operation, request)
  const trial = await dryRun(session, operation, request)
  if (trial?.body.succeeded === 0) throw new ToolError(`Nothing would be done.\n${failures(trial.body).join('\n')}`)
  const expiresAt = session.now + lifetimeMilliseconds
  const confirm = writeSigned(session.caller.signingKey, purposeOf(session, change), [
    expiresAt,
    digestOf(records),
  ] satisfies Confirm)
  if (canAsk) throw new Question(questionText(operation, request, records, trial?.body), confirm)
  return {
    done: false,
    plan: planText(operation, request),
    changes: trial
      ? session.show(trial)
      : 'This operation has no dry run: a request that is not allowed is refused when it is confirmed.',
    confirm,
    hint: `Nothing has changed yet. Show the plan to the person you work for, with names and times. If they agree, call again within ${lifetimeText} with the same arguments and this \`confirm\`.`,
  }
}

async function dryRun(
  session: Session,
  { id, dryRun }: Operation,
  { path = {}, query, body }: ApiRequest,
): Promise<ApiAnswer | undefined> {
  if (!dryRun) return undefined
  const at =
    dryRun === 'query' ? { query: { ...query, dry_run: true }, body } : { query, body: { ...body, dry_run: true } }
  return session.send(id, { path, ...(at.query && { query: at.query }), body: at.body })
}

type Stored = Record<string, unknown>

/** The records that the operation is about, as they are now. */
async function recordsBefore(session: Session, { id }: Operation, request: ApiRequest): Promise<Stored[]> {
  const read = recordsOf[id]?.(request)
  if (!read) return []
  const { body } = await session.send(...read)
  return [body.data ?? body].flat() as Stored[]
}

/** Of the records as they are. One without `updated_at` counts as a whole, but for the links it has. */
function digestOf(records: Stored[]): string {
  if (records.length === 0) return ''
  const versions = records.map(({ link: _, updated_at, ...record }) => updated_at ?? record)
  return createHash('sha256').update(canonical(versions)!).digest('base64url').slice(0, 22)
}

const purposeOf = ({ caller }: Session, { tool, args: { confirm: _, ...args } }: Change) => [
  'confirm a plan',
  caller.tokenId,
  tool,
  canonical(args),
]
