/** The areas of GET /me, in the order it shows them. */
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
/** What a route needs of a token; some need several areas, all of them. */
export type Needs = Need | { all: readonly Need[] } | 'valid token' | 'nothing'

export const read = (area: Area): Need => ({ area, level: 'read' })
export const readWrite = (area: Area): Need => ({ area, level: 'read-write' })
export const all = (...needs: Need[]): Needs => ({ all: needs })

/** Areas that were not named are closed. */
export const accessOf = (given: Partial<Access>): Access =>
  Object.fromEntries(areas.map((area) => [area, given[area] ?? 'none'])) as Access

export function permits(access: Access, needs: Needs): boolean {
  if (typeof needs === 'string') return true
  if ('all' in needs) return needs.all.every((need) => permits(access, need))
  return access[needs.area] === 'read-write' || access[needs.area] === needs.level
}

/** The areas with their levels; none where any token will do. */
export const needsOf = (needs: Needs): readonly Need[] =>
  typeof needs === 'string' ? [] : 'all' in needs ? needs.all : [needs]

/** Needs as the specification and X-Required-Access show them: `prospects=read-write, clients=read-write`. */
export const needsText = (needs: Needs): string =>
  typeof needs === 'string'
    ? needs
    : needsOf(needs)
        .map(({ area, level }) => `${area}=${level}`)
        .join(', ')
