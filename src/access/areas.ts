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

/** What a route needs of a token. */
export type Needs = { area: Area; level: 'read' | 'read-write' } | 'valid token' | 'nothing'

export const read = (area: Area): Needs => ({ area, level: 'read' })
export const readWrite = (area: Area): Needs => ({ area, level: 'read-write' })

/** Areas that were not named are closed. */
export const accessOf = (given: Partial<Access>): Access =>
  Object.fromEntries(areas.map((area) => [area, given[area] ?? 'none'])) as Access

export const permits = (access: Access, area: Area, level: 'read' | 'read-write'): boolean =>
  access[area] === 'read-write' || access[area] === level

/** A need as the specification and X-Required-Access show it: `roster=read-write`. */
export const needsText = (needs: Needs): string => (typeof needs === 'string' ? needs : `${needs.area}=${needs.level}`)
