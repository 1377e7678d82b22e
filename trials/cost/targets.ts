import type { AnySchemaObject } from 'ajv'
import { basePath } from '../../src/app.ts'
import type { Recipe } from '../lib/recipes.ts'
import type { Arena, Warm } from './environment.ts'

/** Milliseconds of the main thread that one request may take, whatever is in it. */
export const usualMost = 50
/** A page or document as people open it. */
const pageMost = 2

/** What may take more, with the reason. */
const dear: Record<string, { most: number; why: string }> = {
  'POST /clients/bulk': { most: 100, why: 'makes up to 100 clients, each checked and answered for itself' },
  'GET /reports/insights/{id}/results': { most: 100, why: 'shapes a result of up to thousands of groups' },
  'page /metrics': {
    most: 30,
    why: 'writes out some hundred series; only this machine and bearers of its token see it',
  },
  'page /r insight': { most: 10, why: 'counts its figures anew and shapes them, as a report does' },
  'page /r insight csv': { most: 10, why: 'as the page' },
  'page /r insight of a hundred years of days': { most: 10, why: 'as the page' },
  'page /r dashboard': { most: 10, why: 'looks up the names that its cards speak of' },
  'page /r dashboard cards': { most: 20, why: 'counts the figures of every card' },
}

/** Something that can be requested: a path with its parameters, and valid values for all that it takes. */
export interface Target {
  name: string
  method: string
  /** From the root, with {parameters}. */
  path: string
  /** Names of the query parameters that it reads, with what is known of them. */
  query: Map<string, AnySchemaObject>
  body?: AnySchemaObject
  recipes: Recipe[]
  /** Answers a bearer of a token; others are open to everybody. */
  takesToken: boolean
  /** Milliseconds of the thread for a valid request. */
  most: number
}

export const resolved = (schema: AnySchemaObject, document: Warm['document']): AnySchemaObject =>
  schema.$ref ? resolved(document.components.schemas[schema.$ref.split('/').at(-1)!]!, document) : schema

/** Every operation of the specification, then every page and document. */
export async function targetsOf(arena: Arena, node: Warm): Promise<Target[]> {
  const operations = node.known.map(({ name, operation, recipes }): Target => {
    const query = operation.parameters.filter((one) => one.in === 'query')
    const body = operation.requestBody?.content['application/json']?.schema
    return {
      ...{ name, method: operation.method, path: basePath + operation.path, recipes, takesToken: true },
      query: new Map(query.map((one) => [one.name, one.schema.contentSchema ?? one.schema])),
      ...(body && { body }),
      most: dear[name]?.most ?? usualMost,
    }
  })
  const all = [...operations, ...(await pagesOf(arena, node))]
  return all.filter(({ name }) => name.includes(arena.options.only))
}

async function pagesOf({ tenant }: Arena, node: Warm): Promise<Target[]> {
  const { insight, dashboard, form, days } = node.links
  const linked = (name: string, url: string): Target => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    const id = pathname.split('/')[4] ?? ''
    const path = pathname.replace(/\/(\d+)(?=\/|$)/, '/{id}')
    return page(name, path, { path: { id }, query: Object.fromEntries(searchParams) })
  }
  const part = (url: string, name: string) => url.replace('?', `/${name}?`)
  const [forms, reports] = [`/f/${tenant.slug}`, `/r/${tenant.slug}`]
  const submission: Target = {
    ...page('page /f submissions', `${forms}/{key}/submissions`, { path: { key: 'form-5' } }),
    ...{ method: 'POST', most: usualMost, body: submissionSchema, recipes: submissionRecipes },
  }
  const pages = [
    ...['/', '/docs', '/docs/', `${basePath}/openapi.json`, '/healthz', '/readyz', '/metrics'].map((path) =>
      page(path, path),
    ),
    page('nothing there', '/{path}', { path: { path: 'nothing' } }),
    page('/f', `${forms}/{key}`, { path: { key: 'form-5' } }),
    linked('/f with a link', form),
    page('/f nothing there', '/f/{path}', { path: { path: 'nothing' } }),
    submission,
    page('/r insight without a link', `${reports}/insights/{id}`, { path: { id: 1 } }),
    page('/r dashboard without a link', `${reports}/dashboards/{id}`, { path: { id: 1 } }),
    linked('/r insight', insight),
    linked('/r insight csv', part(insight, 'results.csv')),
    linked('/r insight of a hundred years of days', days),
    linked('/r dashboard', dashboard),
    linked('/r dashboard cards', part(dashboard, 'cards')),
  ]
  const files = new Set<string>()
  for (const url of ['/docs', form, insight, dashboard]) {
    const { text } = await node.send({ method: 'GET', url, headers: {} })
    for (const [file] of text.matchAll(/\/(?:docs|assets)\/[\w.-]+\.\w+/g)) files.add(file)
  }
  return [...pages, ...[...files].map((path) => page(path, path))]
}

const page = (name: string, path: string, recipe: Recipe = {}): Target => ({
  ...{ name: name.startsWith('page ') ? name : `page ${name}`, method: 'GET', path, recipes: [recipe] },
  ...{
    query: new Map([
      ['link', {}],
      ['for', {}],
    ]),
    takesToken: false,
  },
  most: dear[`page ${name}`]?.most ?? pageMost,
})

/** The page's own script sends it, so it is in no specification. */
const submissionSchema: AnySchemaObject = {
  type: 'object',
  properties: {
    answers: { type: 'object', properties: { text: { type: 'string' }, textarea: { type: 'string', maxLength: 500 } } },
    ...{ sending: { type: 'string' }, link: { type: 'string', maxLength: 500 }, version: { type: 'integer' } },
  },
}
const submissionRecipes: Recipe[] = [
  {
    path: { key: 'form-5' },
    body: { answers: { textarea: 'x', text: 'ab12', email: 'a@x.example' }, sending: 'cost-trial' },
  },
]
