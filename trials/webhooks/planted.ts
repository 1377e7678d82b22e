import type { Change } from '../faults/planted.ts'
import type { Plan } from './trial.ts'

/** A fault that the trial must find. `needs` are the disruptions without which it does no harm. */
export interface PlantedFault {
  name: string
  description: string
  needs?: Partial<Plan>
  changes: Change[]
}

const run = 'webhooks/dispatcher/run.js'
const sql = 'webhooks/dispatcher/dispatcher.sql.js'
const outbound = 'webhooks/outbound/outbound.js'
const isValid = 'and not t.disabled and t.revoked_at is null'

export const planted: PlantedFault[] = [
  {
    name: 'position-first',
    description: 'the position moves when an event is sent, not when its result is stored',
    needs: { kills: 3, seconds: 20 },
    changes: [
      {
        file: 'webhooks/dispatcher/queue.js',
        from: 'return undecided ? undecided.event.id - 1 : this.#read;',
        to: 'return this.#read;',
      },
    ],
  },
  {
    name: 'no-lease',
    description: 'results are stored without the lease',
    needs: { stopSeconds: 60, seconds: 80, events: 800 },
    changes: [
      {
        file: sql,
        from: 'and lease_by = $3 and lease_until > now() returning id',
        to: 'and $3::uuid is not null returning id',
      },
    ],
  },
  {
    name: 'new-id',
    description: 'another attempt has another webhook-id',
    changes: [
      {
        file: run,
        from: 'id: messageId(this.#webhook, event.id),',
        to: 'id: messageId(this.#webhook, event.id) + (delivery?.attempts ? "_" + delivery.attempts : ""),',
      },
    ],
  },
  {
    name: 'redirect',
    description: 'a redirect is followed',
    changes: [
      {
        file: outbound,
        from: 'const duration_ms = duration();',
        to: 'const duration_ms = duration(); if (response.headers.location) return this.post(response.headers.location, headers, body);',
      },
    ],
  },
  {
    name: 'address-once',
    description: 'the address of a name is checked only when the webhook is created',
    changes: [
      {
        file: outbound,
        from: 'const addresses = await this.addressesOf(url);',
        to: 'const addresses = await this.#lookup(host);',
      },
      {
        file: outbound,
        from: "if (!this.#addresses.allows(url.protocol, socket.remoteAddress ?? '')) {",
        to: 'if (false) {',
      },
    ],
  },
  {
    name: 'endless-body',
    description: 'an answer is read without a limit',
    changes: [{ file: outbound, from: 'bodyBytes: 8 * 1024,', to: 'bodyBytes: Infinity,' }],
  },
  {
    name: 'written-again',
    description: 'the body is written again after it was signed',
    changes: [
      {
        file: run,
        from: 'outbound.post(this.#webhook.url, headers, body)',
        to: 'outbound.post(this.#webhook.url, headers, Buffer.from(JSON.stringify(JSON.parse(body), null, 1)))',
      },
    ],
  },
  {
    name: 'words',
    description: 'a body has what people have written',
    changes: [{ file: 'events/catalogue.js', from: "'inFeedAlone' in schema;", to: 'false;' }],
  },
  {
    name: 'revoked',
    description: 'a webhook has the rights of a token that was revoked',
    changes: [
      { file: 'access/connection-access.js', from: isValid, to: '' },
      { file: sql, from: isValid, to: '' },
    ],
  },
]
