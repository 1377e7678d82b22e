import type { Describe } from './tools/general.ts'

type Json = Record<string, any>

/** Describes operations from the specification, which is built at the first question. */
export function describer(document: () => object): Describe {
  let built: Json | undefined
  return ({ id, method, path }) => {
    built ??= document() as Json
    const operation = built.paths[path][method.toLowerCase()]
    const resolve = resolver(built.components)
    const body = operation.requestBody?.content['application/json']
    const parameters = (operation.parameters as Json[]).filter(({ name }) => name !== undefined)
    const fields = (place: string) =>
      Object.fromEntries(
        parameters
          .filter((one) => one.in === place && one.name !== 'format')
          .map(({ name, description, required, schema }) => [
            name,
            { ...schema, description, ...(required && { required }) },
          ]),
      )
    const example = body?.example ?? Object.values((body?.examples ?? {}) as Json)[0]?.value
    return {
      ...{ operation: id, method, summary: operation.summary, description: operation.description },
      ...(parameters.some((one) => one.in === 'path') && { path: fields('path') }),
      ...(parameters.some((one) => one.in === 'query') && { query: fields('query') }),
      ...(body && { body: resolve(body.schema) }),
      ...(example && { body_example: example }),
    }
  }
}

const maxNesting = 6

/** Writes referenced schemas in place, down to a nesting that a model can use. */
function resolver({ schemas }: Json) {
  const resolve = (value: unknown, depth = 0): unknown => {
    if (Array.isArray(value)) return value.map((item) => resolve(item, depth))
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as Json
    if ($ref) return depth >= maxNesting ? {} : resolve(schemas[$ref.split('/').pop()], depth + 1)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner, depth)]))
  }
  return resolve
}
