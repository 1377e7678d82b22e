import { statement } from '../db/statement.ts'

/** Whose the records are that bundles do not contain: events, webhooks, calendars and reads belong to a connection. */
export interface ExampleOwner {
  orgId: number
  connectionId: number
  tokenId: number
}

export const findExampleOwner = statement<[orgId: number, tokenId: number], ExampleOwner>(
  'demo.find_owner',
  'select org_id as "orgId", connection_id as "connectionId", id as "tokenId" from access_token where org_id = $1 and id = $2',
)
