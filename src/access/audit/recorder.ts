import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { isUnavailable } from '../../db/connect/unavailable.ts'
import { violatedConstraint } from '../../db/constraint.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import { unavailable } from '../../http/contract/errors.ts'
import type { Reader, ReadRecorder } from '../../http/responses/reads.ts'
import type { Clock } from '../../process/clock.ts'
import type { NewRead } from './client-reads.sql.ts'
import * as sql from './client-reads.sql.ts'
import type { AuditMode } from './modes.ts'

/** A check constraint allows no more. */
const idsOfRow = 1000
/** A statement takes some tenths of a second. */
const maxOfStatement = { rows: 500, ids: 20_000 }
/** New ids after which reads are stored without waiting for the job. */
const idsOfBatch = 1000
/** In strict mode a batch begins this long after the one before, or at once. */
const strictMilliseconds = 20
/** Ids and rows that wait for the database, some megabytes. An organisation may have as many as are still free: half, if it is alone. */
const maxWaiting = 200_000
/** Organisations whose rows are stored at the same time. */
const writers = 2
const reportEveryMilliseconds = 60_000
/** The classes of SQLSTATEs of a row that no later attempt could store: of its values, and of constraints. */
const unstorable = ['22', '23']

interface RecorderOptions {
  db: pg.Pool
  clock: Clock
  mode: Exclude<AuditMode, 'off'>
  /** Called at most once a minute: reads could not be stored, or the buffer is full. */
  onFailure?(error: unknown, lost: number): void
  maxWaiting?: number
}

/** Reads of one kind, at about the same time. */
interface Entry {
  reader: Reader
  at: number
  ids: Set<number>
  requests: number
}

/** What is to be stored for an organisation. */
interface Pending {
  orgId: number
  entries: Map<string, Entry>
  rows: NewRead[]
  /** Responses that wait until it is stored. */
  responses: { resolve(): void; reject(error: Error): void }[]
}

/**
 * Records which clients responses have shown, in memory, and stores it in batches: a read writes nothing by itself
 * (docs/decisions/0042-reads-recorded-in-batches.md). In strict mode a response waits for its batch, and what could not be stored was
 * not shown.
 */
export class Recorder implements ReadRecorder {
  readonly #db: pg.Pool
  readonly #clock: Clock
  readonly #isStrict: boolean
  readonly #onFailure: NonNullable<RecorderOptions['onFailure']>
  readonly #maxWaiting: number
  readonly #node = randomUUID()
  #pending = new Map<number, Pending>()
  /** Ids and rows of each organisation that are not stored yet. */
  #waitingOf = new Map<number, number>()
  #lastNumber = 0
  #newIds = 0
  /** PostgreSQL did not answer during this batch. */
  #isFailing = false
  #hasFailed = false
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #lastBatch = 0
  #nextReport = 0
  #unreported = 0
  /** Ids and rows that are not stored yet. */
  waiting = 0
  /** Ids and rows that will not be stored, since the start. */
  lost = 0

  constructor({ db, clock, mode, onFailure = () => {}, maxWaiting: most = maxWaiting }: RecorderOptions) {
    this.#db = db
    this.#clock = clock
    this.#isStrict = mode === 'strict'
    this.#onFailure = onFailure
    this.#maxWaiting = most
  }

  record(reader: Reader, clientIds: readonly number[], isNewRequest: boolean): Promise<void> | undefined {
    const { orgId } = reader
    if ((this.#waitingOf.get(orgId) ?? 0) + clientIds.length > this.#maxWaiting - this.waiting) {
      if (this.#isStrict) return Promise.reject(unavailable())
      this.#lose(clientIds.length + 1)
      return undefined
    }
    const pending = this.#pendingOf(orgId)
    this.#add(pending, reader, clientIds, isNewRequest)
    if (this.#isStrict) {
      this.#schedule()
      return new Promise((resolve, reject) => pending.responses.push({ resolve, reject }))
    }
    // After a failure the job tries again.
    if (this.#newIds >= idsOfBatch && !this.#running && !this.#hasFailed) void this.flush()
    return undefined
  }

  /** Stores what is recorded so far, and resolves when that was tried. */
  async flush(): Promise<void> {
    // A batch under way may have begun before the last read.
    while (this.#running) await this.#running
    if (this.#pending.size === 0) return
    this.#running = this.#store().finally(() => {
      this.#running = undefined
      if (this.#isStrict && this.#pending.size > 0) this.#schedule()
    })
    await this.#running
  }

  async stop(): Promise<void> {
    await this.flush()
    clearTimeout(this.#timer)
    if (this.waiting > 0) this.#lose(this.waiting)
    this.#pending.clear()
    this.#waitingOf.clear()
    this.waiting = 0
    this.#report(undefined, true)
  }

  #pendingOf(orgId: number): Pending {
    let pending = this.#pending.get(orgId)
    if (!pending) {
      pending = { orgId, entries: new Map(), rows: [], responses: [] }
      this.#pending.set(orgId, pending)
    }
    return pending
  }

  #add(pending: Pending, reader: Reader, clientIds: readonly number[], isNewRequest: boolean): void {
    const key = `${reader.connectionId} ${reader.tokenId} ${reader.operation} ${reader.via}`
    let entry = pending.entries.get(key)
    if (!entry) {
      entry = { reader, at: this.#clock.now(), ids: new Set(), requests: 0 }
      pending.entries.set(key, entry)
      this.#count(pending.orgId, 1)
    }
    const before = entry.ids.size
    for (const id of clientIds) entry.ids.add(id)
    // A part of a response may be the first of its entry.
    if (isNewRequest || entry.requests === 0) entry.requests++
    this.#count(pending.orgId, entry.ids.size - before)
    this.#newIds += entry.ids.size - before
    if (entry.ids.size < idsOfRow) return
    this.#close(pending, entry)
    pending.entries.delete(key)
  }

  /** Makes rows of an entry. Those of one that has more ids than a row may have share its count. */
  #close({ orgId, rows }: Pending, { reader, at, ids, requests }: Entry): void {
    const sorted = [...ids].sort((a, b) => a - b)
    const rowsBefore = rows.length
    for (let first = 0; first === 0 || first < sorted.length; first += idsOfRow) {
      this.#lastNumber = (this.#lastNumber + 1) % 2 ** 31
      const { connectionId: connection_id, tokenId: token_id, operation, via } = reader
      rows.push({
        ...{ at: new Date(at).toISOString(), n: this.#lastNumber, connection_id, token_id, operation, via },
        ...{ client_ids: sorted.slice(first, first + idsOfRow), requests },
      })
    }
    this.#count(orgId, rows.length - rowsBefore - 1)
  }

  #count(orgId: number, change: number): void {
    this.waiting += change
    const waiting = (this.#waitingOf.get(orgId) ?? 0) + change
    if (waiting > 0) this.#waitingOf.set(orgId, waiting)
    else this.#waitingOf.delete(orgId)
  }

  #schedule(): void {
    if (this.#timer || this.#running) return
    const pause = Math.max(0, this.#lastBatch + strictMilliseconds - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.flush()
    }, pause)
  }

  async #store(): Promise<void> {
    this.#lastBatch = performance.now()
    const batch = [...this.#pending.values()]
    this.#pending = new Map()
    this.#newIds = 0
    this.#isFailing = false
    this.#hasFailed = false
    const next = async () => {
      for (let pending = batch.shift(); pending; pending = batch.shift()) await this.#storePending(pending)
    }
    await Promise.all(Array.from({ length: writers }, next))
    this.#report(undefined)
  }

  async #storePending(pending: Pending): Promise<void> {
    const { orgId, entries, rows, responses } = pending
    for (const entry of entries.values()) this.#close(pending, entry)
    entries.clear()
    try {
      while (rows.length > 0) {
        const part = firstOf(rows)
        await this.#append(orgId, part)
        rows.splice(0, part.length)
        this.#count(orgId, -sizeOf(part))
      }
      for (const { resolve } of responses) resolve()
    } catch (error) {
      this.#failed(pending, error)
    }
  }

  async #append(orgId: number, rows: NewRead[]): Promise<void> {
    // The failure of one organisation must not be met by each of the others in turn.
    if (this.#isFailing) throw unavailable()
    const append = sql.append.call(orgId, this.#node, JSON.stringify(rows))
    await pipeline(this.#db, function* () {
      yield* send(sql.limitLockWait.call(), sql.lockOrganisation.call(orgId))
      yield* sendLast(append)
    })
  }

  #failed(pending: Pending, error: unknown): void {
    const { orgId, rows, responses } = pending
    const { code = '' } = error as { code?: string }
    this.#hasFailed = true
    const size = sizeOf(rows)
    // What was not shown must not be recorded, and an organisation that was deleted has no reads.
    const isDeleted = violatedConstraint(error as Error) === 'client_read_org_id_fkey'
    if (this.#isStrict || isDeleted) this.#count(orgId, -size)
    else if (unstorable.includes(code.slice(0, 2))) {
      this.#count(orgId, -size)
      this.#lose(size)
    } else {
      const newer = this.#pendingOf(orgId)
      newer.rows = [...rows, ...newer.rows]
    }
    // Without an answer of PostgreSQL.
    if (isUnavailable(error) && (error as { severity?: string }).severity === undefined) this.#isFailing = true
    for (const { reject } of responses) reject(isDeleted ? (error as Error) : unavailable())
    if (!isDeleted) this.#report(error)
  }

  #lose(size: number): void {
    this.lost += size
    this.#unreported += size
    this.#report(undefined)
  }

  #report(error: unknown, isLast = false): void {
    if (error === undefined && this.#unreported === 0) return
    if (performance.now() < this.#nextReport && !isLast) return
    this.#nextReport = performance.now() + reportEveryMilliseconds
    this.#onFailure(error, this.#unreported)
    this.#unreported = 0
  }
}

/** The first rows, as many as one statement stores. */
function firstOf(rows: readonly NewRead[]): NewRead[] {
  let ids = 0
  const end = rows.findIndex(({ client_ids }, n) => {
    ids += client_ids.length
    return n >= maxOfStatement.rows || (n > 0 && ids > maxOfStatement.ids)
  })
  return end < 0 ? [...rows] : rows.slice(0, end)
}

const sizeOf = (rows: readonly NewRead[]): number =>
  rows.reduce((sum, { client_ids }) => sum + client_ids.length + 1, 0)
