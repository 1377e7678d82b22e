import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { visibleText } from '../../http/contract/schema.ts'
import type { Space } from './spaces.sql.ts'

/** Where an insight or a dashboard is. */
export interface Location {
  space_id: number | null
  subfolder_id: string | null
}
export type LocationPatch = { [K in keyof Location]?: Location[K] | undefined }

/** So many are listed where another was asked for. */
const maxListed = 100

/**
 * Where something is once it is moved: what is not sent stays, but a subfolder does not follow into another space, and nothing
 * is in a subfolder of no space.
 */
export function applyLocation(before: Location, patch: LocationPatch): Location {
  const space_id = patch.space_id === undefined ? before.space_id : patch.space_id
  const subfolder = space_id === before.space_id ? before.subfolder_id : null
  return { space_id, subfolder_id: patch.subfolder_id === undefined ? subfolder : patch.subfolder_id }
}

export const noLocation: Location = { space_id: null, subfolder_id: null }

/** What is wrong with a place, by the names of its fields. */
export function checkLocation(
  spaces: readonly Space[],
  { space_id, subfolder_id }: Location,
): { problems: FieldErrors } {
  const space = spaces.find(({ id }) => id === space_id)
  if (space_id !== null && !space) {
    return { problems: { space_id: [`${mustBe('space_id', 'this organisation has no spaces', spaces)}.`] } }
  }
  const { subfolders = [] } = space ?? {}
  if (subfolder_id === null || subfolders.some(({ id }) => id === subfolder_id)) return { problems: {} }
  const rule = space
    ? mustBe('subfolder_id', 'its space has no subfolders', subfolders)
    : 'subfolder_id needs the space_id it is in'
  return { problems: { subfolder_id: [`${rule}${otherSpacesOf(subfolder_id, spaces)}.`] } }
}

/** Where a subfolder is that was looked for elsewhere; its id can be one of several spaces. */
function otherSpacesOf(subfolder_id: string, spaces: readonly Space[]): string {
  const homes = spaces.filter(({ subfolders }) => subfolders.some(({ id }) => id === subfolder_id))
  if (homes.length === 0) return ''
  return `; ${subfolder_id} is in ${homes.length === 1 ? 'space' : 'spaces'} ${listed(homes)}`
}

function mustBe(field: string, none: string, allowed: readonly Named[]): string {
  return allowed.length === 0 ? `${field} must be null: ${none}` : `${field} must be null or one of ${listed(allowed)}`
}

interface Named {
  id: number | string
  name: string
}
function listed(all: readonly Named[]): string {
  const names = all.slice(0, maxListed).map(({ id, name }) => `${id} (${name})`)
  return `${names.join(', ')}${all.length > maxListed ? `, and ${all.length - maxListed} more` : ''}`
}

/** The id of a subfolder, which is text of the organisation's own: as an import brings it and as the API takes it. */
export const subfolderId = (description?: string) => visibleText(100, description === undefined ? {} : { description })
