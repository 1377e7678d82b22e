import type { Deprecation } from '../http/contract/deprecation.ts'

/** A change of the specification: what it is, and where. */
export interface Change {
  /** As `operation`, `field` or `value`. */
  kind: string
  /** As `GET /shifts query.status`, or `Client.status` where operations share a schema. */
  where: string
  /** The value that was added. */
  value?: string
}

/** What a release changed, as `changelog.json` has it. */
export interface Release {
  /** `unreleased` for what the next release will have. */
  version: string
  date: string | null
  /** By the comparison with the release before. */
  added: Change[]
  /** Limits that became wider, and fields that are no longer required. */
  changed: Change[]
  /** With those whose sunset has moved. */
  deprecated: (Change & Deprecation)[]
  /** For people, in Markdown. */
  text: string
}
