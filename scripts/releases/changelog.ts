import { readdirSync, readFileSync } from 'node:fs'
import { deprecationsOf } from '../../src/docs/deprecations.ts'
import type { Change, Release } from '../../src/docs/releases.ts'
import { type Document, differences } from './compare.ts'
import { unreleased } from './exceptions.ts'
import { openValueGone, type Problem } from './schemas.ts'
import { isNewer, newestFirst } from './versions.ts'

/** What a comparison in the other direction misses is what was added. */
const addedKinds: Record<string, string> = {
  'operation-removed': 'operation',
  'event-removed': 'event type',
  'parameter-removed': 'parameter',
  'body-removed': 'body',
  'request-field-removed': 'field',
  'response-field-removed': 'field',
  'request-value-removed': 'value',
  [openValueGone]: 'value',
  'request-form-removed': 'value',
  'request-type-removed': 'type',
  'status-removed': 'status',
  'header-removed': 'header',
  'media-type-removed': 'media type',
}
/** What would be narrower in the other direction is wider now. */
const changedKinds: Record<string, string> = {
  'request-bound-tighter': 'limit',
  'request-pattern-changed': 'limit',
  'request-format-changed': 'limit',
  'request-closed': 'limit',
  'request-condition-changed': 'limit',
  'parameter-required': 'optional parameter',
  'body-required': 'optional body',
  'needs-more': 'lower access level',
}

/** The changelog of the repository: the texts of CHANGELOG.md with what the specifications of the releases differ in. */
export function readChangelog(root: URL): Release[] {
  const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
  const documents = new Map(
    newestFirst(readdirSync(new URL('releases', root))).map((version) => [
      version,
      JSON.parse(read(`releases/${version}.json`)) as Document,
    ]),
  )
  return changelogOf(read('CHANGELOG.md'), documents, JSON.parse(read('openapi.json')) as Document)
}

/** `documents` are those of the releases, the newest first. */
export function changelogOf(text: string, documents: ReadonlyMap<string, Document>, current: Document): Release[] {
  const versions = [...documents.keys()]
  return sectionsOf(text).map(({ version, date, text }) => {
    const isReleased = version !== unreleased
    const document = isReleased ? documents.get(version) : current
    // Those before the first specification have a text alone.
    if (!document && isNewer(version, versions.at(-1)))
      throw new Error(
        `CHANGELOG.md: copy openapi.json of ${version} to releases/${version}.json, or take the heading out`,
      )
    const before = documents.get(versions[isReleased ? versions.indexOf(version) + 1 : 0]!)
    return { version, date, ...(document && before ? changesBetween(before, document) : none), text }
  })
}

const none = { added: [], changed: [], deprecated: [] }

/** `## Unreleased`, or `## 0.2.0 (2026-11-17)`. */
function sectionsOf(text: string) {
  const [, ...parts] = text.split(/^## +(.+)$/m)
  return parts.flatMap((heading, index) => {
    if (index % 2 === 1) return []
    const [, version, date] = /^(\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$/.exec(heading.trim()) ?? []
    if (!version && heading.trim() !== 'Unreleased')
      throw new Error(`CHANGELOG.md: write "## ${heading}" as "## 0.3.0 (2026-12-01)" or "## Unreleased"`)
    return [{ version: version ?? unreleased, date: date ?? null, text: parts[index + 1]!.trim() }]
  })
}

function changesBetween(before: Document, document: Document): Pick<Release, 'added' | 'changed' | 'deprecated'> {
  const missing = differences(document, before)
  const known = new Set(deprecationsOf(before).map((one) => JSON.stringify(one)))
  return {
    added: changesOf(missing, addedKinds),
    changed: changesOf(missing, changedKinds),
    // Also those whose sunset has moved.
    deprecated: deprecationsOf(document).filter((one) => !known.has(JSON.stringify(one))),
  }
}

function changesOf(problems: Problem[], kinds: Record<string, string>): Change[] {
  const changes = problems.flatMap(({ rule, where, value }): Change[] => {
    const kind = kinds[rule]
    return kind ? [{ kind, where, ...(kind === 'value' && value !== undefined && { value }) }] : []
  })
  const order = Object.values(kinds)
  return unique(changes).sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

/** A field of a shared schema is in requests and responses. */
const unique = (changes: Change[]): Change[] => [
  ...new Map(changes.map((change) => [JSON.stringify(change), change])).values(),
]
