/**
 * A request that the service takes, aimed at records of the world in `world.ts`. What changes a record for good has one that no other recipe
 * touches, so all of them succeed one after the other in one organisation.
 */
export interface Recipe {
  path?: Record<string, string | number>
  query?: Record<string, string>
  body?: Record<string, unknown>
}

/** By operation; the first recipe is the plainest, the others reach what it leaves out. */
export type Recipes = Record<string, [Recipe, ...Recipe[]]>
