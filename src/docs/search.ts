import { type Document, json, type OperationAtPath } from './document.ts'
import { parametersOf, successOf } from './examples.ts'
import { fieldsOf } from './fields.ts'
import { guideAddress } from './guides.ts'
import { plain } from './markdown.ts'
import type { Site } from './site.ts'

/**
 * What the search finds, as small as the lists allow: the page's script loads it when the search is opened
 * (web/docs/search.js).
 */
export interface SearchIndex {
  operations: { id: string; method: string; path: string; title: string; area: string; page: string; text: string }[]
  /** The names of parameters and fields, with the positions of the operations that have them. */
  fields: [name: string, operations: number[]][]
  sections: { guide: string; title: string; address: string; text: string }[]
}

export function searchIndex({ document, areas, guides }: Site): SearchIndex {
  const operations = areas.flatMap((area) => area.operations.map((operation) => ({ area, operation })))
  const fields = new Map<string, number[]>()
  operations.forEach(({ operation }, position) => {
    for (const name of namesOf(document, operation)) fields.set(name, [...(fields.get(name) ?? []), position])
  })
  return {
    operations: operations.map(({ area, operation: { operationId, method, path, summary, description } }) => ({
      id: operationId,
      method,
      path,
      title: summary,
      area: area.name,
      page: area.address,
      text: plain(description).replace(/\s+/g, ' '),
    })),
    fields: [...fields].sort(([a], [b]) => (a < b ? -1 : 1)),
    sections: guides.flatMap((guide) =>
      guide.sections.map(({ title, anchor, text }) => ({
        guide: guide.title,
        title,
        address: `${guideAddress(guide)}${anchor && `#${anchor}`}`,
        text,
      })),
    ),
  }
}

/** The names that the operation's tables have. A field with any name has none. */
function namesOf(document: Document, operation: OperationAtPath): Set<string> {
  const parameters = parametersOf(document, operation)
  const [, success] = successOf(document, operation)
  const schemas = [
    ...parameters.map(({ schema }) => schema),
    operation.requestBody?.content[json]?.schema,
    success.content?.[json]?.schema,
  ]
  const fields = schemas.flatMap((schema) => (schema ? fieldsOf(document, schema) : []))
  const names = new Set([...parameters, ...fields].map(({ name }) => name))
  names.delete('{name}')
  return names
}
