import { type Document, type OperationAtPath, operationsOf } from './document.ts'
import { type Guide, guidesOf } from './guides.ts'
import type { Release } from './releases.ts'

/** The operations of a tag, on a page of their own. */
export interface Area {
  name: string
  description?: string
  address: string
  operations: OperationAtPath[]
}

/** What the pages of the reference have in common. */
export interface Site {
  document: Document
  areas: Area[]
  guides: Guide[]
  /** The newest first. */
  releases: Release[]
  /** Where each operation is explained. */
  operationAddress: ReadonlyMap<string, string>
}

export function siteOf(
  document: Document,
  guideFiles: { name: string; text: string }[],
  releases: Release[] = [],
): Site {
  const areas = areasOf(document)
  const operationAddress = new Map(
    areas.flatMap(({ address, operations }) =>
      operations.map(({ operationId }) => [operationId, `${address}#${operationId}`] as const),
    ),
  )
  return { document, areas, guides: guidesOf(guideFiles), releases, operationAddress }
}

/** The operations by tag. An operation whose tag the document does not list would be missing, so it is an error. */
function areasOf(document: Document): Area[] {
  const operations = operationsOf(document)
  const untagged = operations.find(({ tags }) => !document.tags.some(({ name }) => name === tags[0]))
  if (untagged)
    throw new Error(`${untagged.operationId} has the tag ${untagged.tags[0]}, which the document does not list`)
  return document.tags
    .map((tag) => ({
      ...tag,
      address: `/docs/${tag.name.toLowerCase().replaceAll(' ', '-')}`,
      operations: operations.filter(({ tags }) => tags[0] === tag.name),
    }))
    .filter((area) => area.operations.length > 0)
}
