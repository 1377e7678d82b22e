/** Paths inside a JSON value, and copies of it with another value at one path. */
export type Path = (string | number)[]

/** The path of every value inside a value, its own first. */
export function pathsIn(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [path]
  const inner = Array.isArray(value) ? value.map((item, n) => [n, item] as const) : Object.entries(value)
  return [path, ...inner.flatMap(([key, item]) => pathsIn(item, [...path, key]))]
}

export const objectsIn = (value: unknown): Path[] =>
  pathsIn(value).filter((path) => {
    const inner = at(value, path)
    return inner !== null && typeof inner === 'object' && !Array.isArray(inner)
  })

export const at = (value: unknown, path: Path): unknown =>
  path.reduce<any>((inner, key) => (inner === null || inner === undefined ? undefined : inner[key]), value)

/** Marks a value that is removed and not replaced. */
export const removed = Symbol('gone')

export function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by
  const copy: any = Array.isArray(value) ? [...value] : { ...(value as object) }
  const inner = rest.length === 0 ? by : replaced(copy[key], rest, by)
  if (inner === removed && Array.isArray(copy)) copy.splice(Number(key), 1)
  else if (inner === removed) delete copy[key]
  // __proto__ must be an ordinary field, as JSON.parse makes it.
  else Object.defineProperty(copy, key, { value: inner, enumerable: true, configurable: true, writable: true })
  return copy
}

export const dotted = (path: Path): string => path.join('.')
