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
/** The access that a route needs. With `all` it needs every one of several areas. */
export type Needs = Need | { all: readonly Need[] } | 'valid token' | 'nothing'

export const read = (area: Area): Need => ({ area, level: 'read' })
export const readWrite = (area: Area): Need => ({ area, level: 'read-write' })
export const all = (...needs: Need[]): Needs => ({ all: needs })

/** The level of every area; none where it is not named. */
export const accessOf = (named: Partial<Access>): Access =>
  Object.fromEntries(areas.map((area) => [area, named[area] ?? 'none'])) as Access

export function permits(access: Access, needs: Needs): boolean {
  if (typeof needs === 'string') return true
  if ('all' in needs) return needs.all.every((need) => permits(access, need))
  return access[needs.area] === 'read-write' || access[needs.area] === needs.level
}

/** The areas with their levels; empty where any valid token is enough. */
export const needsOf = (needs: Needs): readonly Need[] =>
  typeof needs === 'string' ? [] : 'all' in needs ? needs.all : [needs]

/** Needs in the format of the specification and X-Required-Access: `prospects=read-write, clients=read-write`. */
export const needsText = (needs: Needs): string =>
  typeof needs === 'string'
    ? needs
    : needsOf(needs)
        .map(({ area, level }) => `${area}=${level}`)
        .join(', ')
