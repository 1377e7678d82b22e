import { basePath } from '../../src/app.ts'
import { type Document, operations, type Walked } from '../../test/declared.ts'
import type { Sent } from './door.ts'
import { enquiries } from './recipes/enquiries.ts'
import { people } from './recipes/people.ts'
import type { Recipe, Recipes } from './recipes/recipe.ts'
import { reports } from './recipes/reports.ts'
import { roster } from './recipes/roster.ts'
import { tasks } from './recipes/tasks.ts'

const recipes: Recipes = { ...people, ...roster, ...tasks, ...enquiries, ...reports }

export const nameOf = ({ method, path }: Pick<Walked, 'method' | 'path'>) => `${method} ${path}`

export interface Known {
  name: string
  operation: Walked
  recipes: [Recipe, ...Recipe[]]
}

/** Every operation of the specification with what it takes; one that has no recipe is one that nobody would try. */
export function knownOperations(document: Document): Known[] {
  const all = operations(document)
  const without = all.filter((operation) => !recipes[nameOf(operation)]).map(nameOf)
  if (without.length > 0)
    throw new Error(
      `trials/lib/recipes has no valid request for ${without.join(', ')}: add one, with its record in world.ts.`,
    )
  return all.map((operation) => ({ name: nameOf(operation), operation, recipes: recipes[nameOf(operation)]! }))
}

/** The request that a recipe is. */
export function requestOf({ method, path }: Walked, recipe: Recipe, token?: string): Sent {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(recipe.path?.[name] ?? ''))
  const query = recipe.query ? `?${new URLSearchParams(recipe.query)}` : ''
  return {
    ...{ method, url: `${basePath}${filled}${query}` },
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(recipe.body && { 'content-type': 'application/json' }),
    },
    ...(recipe.body && { payload: JSON.stringify(recipe.body) }),
  }
}
