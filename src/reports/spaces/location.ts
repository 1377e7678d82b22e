import type { FieldErrors } from '../../http/contract/field-errors.ts'
import type { Space } from './spaces.schema.ts'

/** The space and subfolder of an insight or a dashboard. */
export interface Location {
  space_id: number | null
  subfolder_id: string | null
}
export type LocationPatch = { [K in keyof Location]?: Location[K] | undefined }

/** The number of allowed values listed in a message. */
const maxListed = 100

/** The location after a patch. Fields that are absent stay, but another space resets the subfolder. */
export function applyLocation(before: Location, patch: LocationPatch): Location {
  const space_id = patch.space_id === undefined ? before.space_id : patch.space_id
  const subfolder = space_id === before.space_id ? before.subfolder_id : null
  return { space_id, subfolder_id: patch.subfolder_id === undefined ? subfolder : patch.subfolder_id }
}

export const noLocation: Location = { space_id: null, subfolder_id: null }

/** The errors of a location, by field. */
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

/** Names the spaces that have the subfolder, if others do. */
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
