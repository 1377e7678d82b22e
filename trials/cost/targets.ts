import type { AnySchemaObject } from 'ajv'
import { basePath } from '../../src/app.ts'
import type { RequestExample } from '../lib/examples.ts'
import type { Environment, WarmNode } from './environment.ts'

/** Limit of one request, in milliseconds of the main thread. */
export const defaultThreadMs = 50
/** Limit of a page or document. */
const pageThreadMs = 2

/** Higher limits, with the reason. */
const exceptions: Record<string, { limit: number; reason: string }> = {
  'POST /clients/bulk': { limit: 100, reason: 'creates up to 100 clients, each validated and reported separately' },
  'GET /reports/insights/{id}/results': { limit: 100, reason: 'shapes a result of up to thousands of groups' },
  'page /metrics': {
    limit: 30,
    reason: 'formats some hundred series; not public',
  },
  'page /r insight': { limit: 10, reason: 'computes its results, as a report does' },
  'page /r insight csv': { limit: 10, reason: 'same as the page' },
  'page /r insight of a hundred years of days': { limit: 10, reason: 'same as the page' },
  'page /r dashboard': { limit: 10, reason: 'reads the names for its cards' },
  'page /r dashboard cards': { limit: 20, reason: 'computes the results of every card' },
}

/** An operation or page: a path with its parameters and valid values. */
export interface Target {
  name: string
  method: string
  /** From the root, with {parameters}. */
  path: string
  /** Query parameters with their schemas. */
  query: Map<string, AnySchemaObject>
  body?: AnySchemaObject
  examples: RequestExample[]
  /** Needs a token; other targets are public. */
  takesToken: boolean
  /** Limit of a valid request, in milliseconds of the main thread. */
  limit: number
}

export const resolved = (schema: AnySchemaObject, document: WarmNode['document']): AnySchemaObject =>
  schema.$ref ? resolved(document.components.schemas[schema.$ref.split('/').at(-1)!]!, document) : schema

/** Every operation of the specification, then every page and document. */
export async function targetsOf(environment: Environment, node: WarmNode): Promise<Target[]> {
  const operations = node.operations.map(({ name, operation, examples }): Target => {
    const query = operation.parameters.filter((one) => one.in === 'query')
    const body = operation.requestBody?.content['application/json']?.schema
    return {
      ...{ name, method: operation.method, path: basePath + operation.path, examples, takesToken: true },
      query: new Map(query.map((one) => [one.name, one.schema.contentSchema ?? one.schema])),
      ...(body && { body }),
      limit: exceptions[name]?.limit ?? defaultThreadMs,
    }
  })
  const all = [...operations, ...(await pagesOf(environment, node))]
  return all.filter(({ name }) => name.includes(environment.options.only))
}

async function pagesOf({ tenant }: Environment, node: WarmNode): Promise<Target[]> {
  const { insight, dashboard, form, days } = node.links
  const linkedPage = (name: string, url: string): Target => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    const id = pathname.split('/')[4] ?? ''
    const path = pathname.replace(/\/(\d+)(?=\/|$)/, '/{id}')
    return page(name, path, { path: { id }, query: Object.fromEntries(searchParams) })
  }
  const part = (url: string, name: string) => url.replace('?', `/${name}?`)
  const [forms, reports] = [`/f/${tenant.slug}`, `/r/${tenant.slug}`]
  const submission: Target = {
    ...page('page /f submissions', `${forms}/{key}/submissions`, { path: { key: 'form-5' } }),
    ...{ method: 'POST', limit: defaultThreadMs, body: submissionSchema, examples: submissionExamples },
  }
  const pages = [
    ...['/', '/docs', '/docs/', `${basePath}/openapi.json`, '/healthz', '/readyz', '/metrics'].map((path) =>
      page(path, path),
    ),
    page('nothing there', '/{path}', { path: { path: 'nothing' } }),
    page('/f', `${forms}/{key}`, { path: { key: 'form-5' } }),
    linkedPage('/f with a link', form),
    page('/f nothing there', '/f/{path}', { path: { path: 'nothing' } }),
    submission,
    page('/c without a signature', `/c/${tenant.slug}/{file}`, { path: { file: 'x.ics' } }),
    page('/r insight without a link', `${reports}/insights/{id}`, { path: { id: 1 } }),
    page('/r dashboard without a link', `${reports}/dashboards/{id}`, { path: { id: 1 } }),
    linkedPage('/r insight', insight),
    linkedPage('/r insight csv', part(insight, 'results.csv')),
    linkedPage('/r insight of a hundred years of days', days),
    linkedPage('/r dashboard', dashboard),
    linkedPage('/r dashboard cards', part(dashboard, 'cards')),
  ]
  const files = new Set<string>()
  for (const url of ['/docs', form, insight, dashboard]) {
    const { text } = await node.send({ method: 'GET', url, headers: {} })
    for (const [file] of text.matchAll(/\/(?:docs|assets)\/[\w.-]+\.\w+/g)) files.add(file)
  }
  return [...pages, ...[...files].map((path) => page(path, path))]
}

const page = (name: string, path: string, example: RequestExample = {}): Target => ({
  ...{ name: name.startsWith('page ') ? name : `page ${name}`, method: 'GET', path, examples: [example] },
  ...{
    query: new Map([
      ['link', {}],
      ['for', {}],
    ]),
    takesToken: false,
  },
  limit: exceptions[`page ${name}`]?.limit ?? pageThreadMs,
})

/** Sent by the script of the form page, so it is not in the specification. */
const submissionSchema: AnySchemaObject = {
  type: 'object',
  properties: {
    answers: { type: 'object', properties: { text: { type: 'string' }, textarea: { type: 'string', maxLength: 500 } } },
    ...{ sending: { type: 'string' }, link: { type: 'string', maxLength: 500 }, version: { type: 'integer' } },
  },
}
const submissionExamples: RequestExample[] = [
  {
    path: { key: 'form-5' },
    body: { answers: { textarea: 'x', text: 'ab12', email: 'a@x.example' }, sending: 'cost-trial' },
  },
]
