import { UsageFailure } from '../process/failure.ts'
import { type Access, type Area, accessOf, areas, type Level, levels } from './areas.ts'

/** Parses `clients=read-write,staff=read`. `all` means every area, and a later entry wins. Names every wrong entry. */
export function parseAccessList(lists: string[]): Access {
  const access: Partial<Access> = {}
  const problems: string[] = []
  for (const entry of lists.flatMap((list) => list.split(','))) {
    const [area, level, ...rest] = entry.split('=').map((part) => part.trim())
    if (!area || level === undefined || rest.length > 0) {
      problems.push(`"${entry}" is not of the form area=level: write for example clients=read-write,staff=read.`)
      continue
    }
    if (area !== 'all' && !areas.includes(area as Area))
      problems.push(`"${area}" is no area: use all, ${areas.join(', ')}.`)
    if (!levels.includes(level as Level)) problems.push(`"${level}" is no level for ${area}: use ${levels.join(', ')}.`)
    for (const each of area === 'all' ? areas : [area as Area]) access[each] = level as Level
  }
  if (problems.length > 0) throw new UsageFailure(problems.join('\n'))
  return accessOf(access)
}

/** Formats it again, without the areas whose level is none. */
export function formatAccess(access: Partial<Access>): string {
  const full = accessOf(access)
  if (areas.every((area) => full[area] === full.clients)) return `all=${full.clients}`
  const open = areas.filter((area) => full[area] !== 'none')
  return open.map((area) => `${area}=${full[area]}`).join(',')
}
