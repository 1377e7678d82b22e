import { limitsOf } from '../definition/builder-rules.ts'
import { type FieldType, fieldTypes, kinds, operatorsOf } from '../logic/form.ts'

const names = (list: readonly string[]): string => list.map((name) => `\`${name}\``).join(', ') || 'none'
const takenBy = (type: FieldType): string => `${names(operatorsOf[kinds[type]])} | ${names(limitsOf(type))}`

/** What each type takes, for the description of an operation, made from what the service goes by. Types that take the same share a line. */
export const typesTable = [
  '| type | operators of conditions | validation |',
  '|---|---|---|',
  ...[...new Set(fieldTypes.map(takenBy))].map(
    (taken) => `| ${fieldTypes.filter((type) => takenBy(type) === taken).join(', ')} | ${taken} |`,
  ),
].join('\n')
