import type { Clock } from '../../src/process/clock.ts'
import { addressCheck } from '../../src/webhooks/outbound/addresses.ts'
import { Outbound } from '../../src/webhooks/outbound/outbound.ts'

/** Sends nothing: no name can be looked up at present, which a webhook may have nevertheless. */
export const withoutNames = (clock: Clock) =>
  new Outbound({
    addresses: addressCheck([]),
    clock,
    lookup: () => Promise.reject(Object.assign(new Error('no name server'), { code: 'ECONNREFUSED' })),
  })
