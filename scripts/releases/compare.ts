import type { Body, Content, Document, Header, Operation, Parameter, Reference, Response } from './document.ts'
import { notUnderstood } from './forms.ts'
import { compareDeprecations, compareSchemas, isBreak, type Problem } from './schemas.ts'
import { checkUnderstood } from './understood.ts'

export type { Document } from './document.ts'
export type { Problem } from './schemas.ts'

/**
 * What `newer` takes away from those who rely on `older`: requests may only take more, and responses may only say more. Places
 * are named as in `newer`. A field of a shared schema is one problem, however many operations use it.
 */
export const compare = (older: Document, newer: Document): Problem[] => differences(older, newer).filter(isBreak)

/** The same with the values that an open enum of responses no longer has, which break nothing. */
export function differences(older: Document, newer: Document): Problem[] {
  checkUnderstood(older)
  checkUnderstood(newer)
  const found = new Map<string, Problem>()
  /** Adds the problems of an operation. Those of a shared schema already have a place of their own. */
  const add = (operation: string, problems: Problem[]) => {
    for (const problem of problems) {
      const key = `${problem.rule} ${problem.where} ${problem.value}`
      const known = found.get(key) ?? { ...problem, uses: [] }
      if (!known.uses.includes(operation)) known.uses.push(operation)
      found.set(key, known)
    }
  }
  const [olderUrl, newerUrl] = [older, newer].map(({ servers }) => servers?.[0]?.url)
  if (olderUrl !== newerUrl) add('servers', [problem('servers', 'address-changed', `was ${olderUrl}, is ${newerUrl}`)])
  add('security', compareSecurity(older, newer))

  const operations = operationsOf(newer)
  for (const [name, operation] of operationsOf(older)) {
    const now = operations.get(name)
    if (!now) add(name, [problem(name, 'operation-removed', 'the operation is gone')])
    else add(name, compareOperations(name, [older, operation], [newer, now]))
  }
  for (const [type, { post }] of Object.entries(older.webhooks ?? {})) {
    const name = `event ${type}`
    const now = newer.webhooks?.[type]?.post
    if (!now) add(name, [problem(name, 'event-removed', 'the event type is gone')])
    else add(name, compareEvents(name, [older, post], [newer, now]))
  }
  return [...found.values()]
}

const problem = (where: string, rule: string, message: string, value?: string): Problem => ({
  where,
  rule,
  message,
  value,
  uses: [],
})

const operationsOf = ({ paths }: Document): Map<string, Operation> =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  )

type In<T> = [document: Document, value: T]

function resolve<T extends object>(document: Document, value: T | Reference): T {
  if (!('$ref' in value)) return value
  const [kind, name] = value.$ref.split('/').slice(-2) as [string, string]
  return document.components[kind]![name] as T
}

function compareOperations(name: string, [older, was]: In<Operation>, [newer, is]: In<Operation>): Problem[] {
  const problems: Problem[] = []
  const report = (rule: string, message: string, where = name) => problems.push(problem(where, rule, message))
  if (was.operationId !== is.operationId)
    report('operation-id-changed', `operationId was ${was.operationId}, is ${is.operationId}`)
  if (was['x-sdk'] && was['x-sdk'] !== is['x-sdk'])
    report('client-name-changed', `x-sdk was ${was['x-sdk']}, is ${is['x-sdk']}`)
  // That of the document is compared once.
  if ((was.security ?? is.security) && differ(was.security ?? older.security, is.security ?? newer.security))
    report('security-changed', 'security is another')
  for (const need of furtherNeeds(name, was['x-needs'], is['x-needs']))
    report('needs-more', `needs ${need}, which it did not need`)
  return [
    ...problems,
    ...compareDeprecations(was, is, name),
    ...compareParameters(name, [older, was], [newer, is]),
    ...compareBodies(name, [older, was], [newer, is]),
    ...compareResponses(name, [older, was], [newer, is]),
  ]
}

const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

function compareSecurity(older: Document, newer: Document): Problem[] {
  const schemes = Object.entries(older.components.securitySchemes ?? {}).filter(([name, was]) => {
    const is = newer.components.securitySchemes?.[name]
    return differ(withoutText(was), withoutText(is))
  })
  return [
    ...(differ(older.security, newer.security) ? [problem('security', 'security-changed', 'security is another')] : []),
    ...schemes.map(([name]) => problem(`security ${name}`, 'security-changed', 'the scheme is gone, or another')),
  ]
}
const withoutText = (scheme: unknown) => ({ ...(scheme as object), description: undefined })

const levels = ['none', 'read', 'read-write']

/** A need as `clients=read`, or `type client: clients=read` for one value of a parameter. */
function furtherNeeds(name: string, before = '', after = ''): string[] {
  const parse = (needs: string) =>
    new Map(
      needs.split('; ').flatMap((part) => {
        const [, value, list = part] = /^(\w+ \w+): (.*)$/.exec(part) ?? []
        if (list === '' || list === 'valid token') return []
        return list.split(', ').map((need) => {
          const [, area, level = ''] = /^([\w-]+)=([\w-]+)$/.exec(need) ?? []
          if (!levels.includes(level)) throw notUnderstood(`the need \`${need}\``, name)
          return [value ? `${value}: ${area}` : area!, levels.indexOf(level)] as const
        })
      }),
    )
  const had = parse(before)
  // What was needed for every value covers each of them.
  const covers = (need: string) => Math.max(had.get(need) ?? 0, had.get(need.replace(/^.*: /, '')) ?? 0)
  return [...parse(after)]
    .filter(([need, level]) => level > covers(need))
    .map(([need, level]) => `${need}=${levels[level]}`)
}

function compareParameters(name: string, [older, was]: In<Operation>, [newer, is]: In<Operation>): Problem[] {
  const parametersOf = (document: Document, { parameters = [] }: Operation) =>
    new Map(
      parameters
        .map((parameter) => resolve<Parameter>(document, parameter))
        .map((parameter) => [`${name} ${parameter.in}.${parameter.name}`, parameter]),
    )
  const before = parametersOf(older, was)
  const after = parametersOf(newer, is)
  return [
    ...[...before].flatMap(([where, parameter]) => {
      const now = after.get(where)
      if (!now) return [problem(where, 'parameter-removed', 'the parameter is gone')]
      // The description has the default of a field, and a parameter has its description outside of the schema.
      const schema = ({ schema, description }: Parameter) => ({ ...schema, description })
      const style = ({ style, explode }: Parameter) => JSON.stringify({ style, explode })
      return [
        ...(style(parameter) === style(now)
          ? []
          : [problem(where, 'parameter-style-changed', `its style was ${style(parameter)}, is ${style(now)}`)]),
        ...compareDeprecations(parameter, now, where),
        ...compareSchemas([older, schema(parameter)], [newer, schema(now)], 'request', where),
      ]
    }),
    ...[...after]
      .filter(([where, { required }]) => required && !before.get(where)?.required)
      .map(([where]) => problem(where, 'parameter-required', 'the parameter is required, and was not')),
  ]
}

function compareBodies(name: string, [older, was]: In<Operation>, [newer, is]: In<Operation>): Problem[] {
  const where = `${name} body`
  const before = was.requestBody && resolve<Body>(older, was.requestBody)
  const after = is.requestBody && resolve<Body>(newer, is.requestBody)
  if (!after) return before ? [problem(where, 'body-removed', 'it takes no body any more')] : []
  const required = after.required && !before?.required
  return [
    ...(required ? [problem(where, 'body-required', 'a body is required, and was not')] : []),
    ...(before ? compareContent(where, [older, before.content], [newer, after.content], 'request') : []),
  ]
}

function compareResponses(name: string, [older, was]: In<Operation>, [newer, is]: In<Operation>): Problem[] {
  return Object.entries(was.responses).flatMap(([status, response]) => {
    const where = `${name} ${status}`
    if (!is.responses[status]) return [problem(where, 'status-removed', 'the status is gone')]
    const before = resolve<Response>(older, response)
    const after = resolve<Response>(newer, is.responses[status])
    const headers = Object.entries(before.headers ?? {}).flatMap(([header, reference]) => {
      const now = after.headers?.[header]
      if (!now) return [problem(`${where} ${header}`, 'header-removed', 'the header is gone')]
      const [old, { schema = {} }] = [resolve<Header>(older, reference), resolve<Header>(newer, now)]
      return compareSchemas([older, old.schema ?? {}], [newer, schema], 'response', `${where} ${header}`)
    })
    return [...headers, ...compareContent(where, [older, before.content], [newer, after.content], 'response')]
  })
}

function compareContent(
  where: string,
  [older, was = {}]: In<Content | undefined>,
  [newer, is = {}]: In<Content | undefined>,
  side: 'request' | 'response',
): Problem[] {
  return Object.entries(was).flatMap(([type, { schema = {} }]) => {
    if (!is[type]) return [problem(`${where} ${type}`, 'media-type-removed', 'the media type is gone')]
    return compareSchemas([older, schema], [newer, is[type].schema ?? {}], side, where)
  })
}

/** The service sends events, so their bodies are compared as responses. */
function compareEvents(name: string, [older, was]: In<Operation>, [newer, is]: In<Operation>): Problem[] {
  const content = (document: Document, { requestBody }: Operation) => resolve<Body>(document, requestBody!).content
  const area = (operation: Operation) => operation['x-area']
  return [
    ...(area(was) && area(was) !== area(is)
      ? [problem(name, 'event-area-changed', `its area was ${area(was)}, is ${area(is)}`)]
      : []),
    ...compareContent(name, [older, content(older, was)], [newer, content(newer, is)], 'response'),
  ]
}
