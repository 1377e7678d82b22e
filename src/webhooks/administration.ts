import { accessOf, areas } from '../access/areas.ts'
import { accessOfConnections } from '../access/connection-access.ts'
import type { Organisation } from '../access/organisations.ts'
import type { Queryable } from '../db/statement.ts'
import { typesError } from '../events/filter.ts'
import { ApiError } from '../http/contract/errors.ts'
import type { FieldErrors } from '../http/contract/field-errors.ts'
import { Failure } from '../process/failure.ts'
import type { TestedType } from './bodies.ts'
import type { DeliveriesQuery, WebhookDelivery } from './deliveries/deliveries.schema.ts'
import { listDeliveries, resendDelivery } from './deliveries/deliveries.ts'
import { editWebhook } from './edit.ts'
import type { Attempt, Outbound } from './outbound/outbound.ts'
import { type Reader, webhookRecord } from './record.ts'
import { sendTest } from './send-test.ts'
import type { Webhook, WebhookPatch } from './webhooks.schema.ts'
import * as webhooks from './webhooks.sql.ts'

export type { WebhookDelivery } from './deliveries/deliveries.schema.ts'
export type { Webhook } from './webhooks.schema.ts'

/** Webhooks of all connections of an organisation, for commands. */
export class WebhookAdministration {
  readonly #db: Queryable
  readonly #organisation: Organisation
  readonly #now: number

  constructor(db: Queryable, organisation: Organisation, now: number) {
    this.#db = db
    this.#organisation = organisation
    this.#now = now
  }

  async list(): Promise<(Webhook & { connection: string })[]> {
    const reader = await this.#reader()
    const rows = await webhooks.list.rows(this.#db, reader.orgId, null)
    const access = await accessOfConnections(this.#db, reader.orgId, null, this.#now)
    return rows.map((row) => ({ ...webhookRecord(row, reader, access, this.#now), connection: row.connection }))
  }

  edit(id: number, patch: WebhookPatch): Promise<{ updated: string[]; data: Webhook }> {
    return this.#run(id, (reader) => editWebhook(this.#db, reader, this.#now, id, patch))
  }

  deliveries(id: number, query: DeliveriesQuery): Promise<WebhookDelivery[]> {
    const wrong = query.types && typesError(query.types)
    if (wrong) throw new Failure(`--${wrong}`)
    return this.#run(id, async (reader) => (await listDeliveries(this.#db, reader, id, query)).data)
  }

  resend(id: number, eventId: number): Promise<WebhookDelivery> {
    return this.#run(id, (reader) => resendDelivery(this.#db, reader, this.#now, id, eventId))
  }

  /** Sends the example of a type from this machine. */
  async test(id: number, type: TestedType, outbound: Outbound): Promise<Attempt> {
    const { orgId, signingKey } = await this.#reader()
    const webhook = await webhooks.find.first(this.#db, orgId, null, id)
    if (!webhook) throw this.#unknown(id)
    return sendTest(webhook, type, { outbound, signingKey, organisation: this.#organisation.slug, now: this.#now })
  }

  async #reader(): Promise<Reader> {
    const { id: orgId, timezone } = this.#organisation
    const { signing_key: signingKey } = await webhooks.source.one(this.#db, orgId)
    const access = accessOf(Object.fromEntries(areas.map((area) => [area, 'read'])))
    return { orgId, connectionId: null, signingKey, timezone, access }
  }

  async #run<T>(id: number, work: (reader: Reader) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#reader())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.message === 'Webhook not found.') throw this.#unknown(id)
      const { errors = {} } = error.body as { errors?: FieldErrors }
      throw new Failure(Object.values(errors).flat().join(' ') || error.message)
    }
  }

  #unknown(id: number): Failure {
    const { slug } = this.#organisation
    return new Failure(`${slug} has no webhook ${id}: wattle webhook list --org ${slug} shows those there are.`)
  }
}
