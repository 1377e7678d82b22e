/**
 * The values at a path of a list's staged rows, as SQL: `segments[].staff_ids[]` is every id of every segment. The query
 * over `from` has b, the staged row; `path` is where the value stands, such as `segments[0].staff_ids[2]`; `order` is
 * the order of the bundle. A list that is none has no values: rows that failed their schema are looked at too.
 */
export interface ValuesAt {
  from: string
  path: string
  value: string
  order: string
}

export function valuesAt(path: string): ValuesAt {
  let at = 'b.row'
  let shape = ''
  const places: string[] = []
  const joins = ['bundle_row b']
  for (const part of path.split('.')) {
    const name = part.replace('[]', '')
    shape += shape === '' ? name : `.${name}`
    at = `${at} -> '${name}'`
    if (!part.endsWith('[]')) continue
    const list = `case when jsonb_typeof(${at}) = 'array' then ${at} else '[]' end`
    const alias = `e${places.length + 1}`
    joins.push(`cross join lateral jsonb_array_elements(${list}) with ordinality ${alias} (value, number)`)
    places.push(`${alias}.number - 1`)
    shape += '[%s]'
    at = `${alias}.value`
  }
  return {
    from: joins.join('\n'),
    path: places.length === 0 ? `'${shape}'` : `format('${shape}', ${places.join(', ')})`,
    value: `case when jsonb_typeof(${at}) = 'number' then (${at} #>> '{}')::bigint end`,
    order: ['b.index', ...places].join(', '),
  }
}

/** Every name that stands in the paths. */
export const namesIn = (paths: readonly string[]): Set<string> =>
  new Set(paths.flatMap((path) => path.split(/[.[\]]+/)).filter((name) => name !== ''))
