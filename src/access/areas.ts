/** The areas of GET /me, in its order. */
export const areas = [
  'clients',
  'staff',
  'roster',
  'sites',
  'tasks',
  'finance',
  'forms',
  'reports',
  'prospects',
] as const
export const levels = ['none', 'read', 'read-write'] as const

export type Area = (typeof areas)[number]
export type Level = (typeof levels)[number]
export type Access = Record<Area, Level>

export interface Need {
  area: Area
  level: 'read' | 'read-write'
}
/** The access that a request needs. With `all` it needs every one of several areas. */
export type FixedNeeds = Need | { all: readonly Need[] } | 'valid token' | 'nothing'
/** The access that a route needs. With `by` it depends on the value of a parameter of the path or query. */
export type Needs = FixedNeeds | { by: string; values: Readonly<Record<string, Need>> }

export const read = (area: Area): Need => ({ area, level: 'read' })
export const readWrite = (area: Area): Need => ({ area, level: 'read-write' })
export const all = (...needs: Need[]): FixedNeeds => ({ all: needs })

/** What one request needs. For a parameter without a known value any token is enough: the validation rejects it. */
export function neededFor({ params, query }: { params: unknown; query: unknown }, needs: Needs): FixedNeeds {
  if (typeof needs === 'string' || !('by' in needs)) return needs
  const parameters = { ...(query as object), ...(params as object) } as Record<string, string | string[]>
  // Of a repeated parameter the last value counts.
  const value = [parameters[needs.by]].flat().at(-1)
  return value !== undefined && Object.hasOwn(needs.values, value) ? needs.values[value]! : 'valid token'
}

/** The level of every area; none where it is not named. */
export const accessOf = (named: Partial<Access>): Access =>
  Object.fromEntries(areas.map((area) => [area, named[area] ?? 'none'])) as Access

export function permits(access: Access, needs: FixedNeeds): boolean {
  if (typeof needs === 'string') return true
  if ('all' in needs) return needs.all.every((need) => permits(access, need))
  return access[needs.area] === 'read-write' || access[needs.area] === needs.level
}

/** The areas with their levels; empty where any valid token is enough. */
export const needsOf = (needs: FixedNeeds): readonly Need[] =>
  typeof needs === 'string' ? [] : 'all' in needs ? needs.all : [needs]

/**
 * Needs in the format of the specification and X-Required-Access: `prospects=read-write, clients=read-write`. Those that
 * depend on a parameter are in the specification by value: `type client: clients=read; type staff: staff=read`.
 */
export function needsText(needs: Needs): string {
  if (typeof needs === 'string') return needs
  if ('by' in needs)
    return Object.entries(needs.values)
      .map(([value, need]) => `${needs.by} ${value}: ${needsText(need)}`)
      .join('; ')
  return needsOf(needs)
    .map(({ area, level }) => `${area}=${level}`)
    .join(', ')
}
