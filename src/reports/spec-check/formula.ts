import { parseFormula, termShape, termsOf } from '../logic/formula.ts'
import type { Filters, Formula } from '../logic/spec.ts'
import { filtersOf } from './filters.ts'
import type { Offered } from './offered.ts'
import { checked, fieldsOf, isObject, oneOf, type Say, text } from './shape.ts'

const longest = 500
const mostTerms = 20
const nameRule =
  'must be named by small letters, digits and _, beginning with a letter, at most 30 of them, and not round'

/** A formula as it is stored. What its terms count is of the insight's source, and is not judged while that is unknown. */
export function formulaOf(value: unknown, offered: Offered | undefined, say: Say): Formula | undefined {
  const fields = fieldsOf(value, ['expression', 'terms'], 'formula', say)
  if (!fields) return undefined
  const expression = checked(fields.expression, text(longest), 'formula.expression', say)
  const terms = termsFrom(fields.terms, offered, say)
  // An expression over terms that are no names would be told once more for each of its pieces.
  const names = Object.keys(terms ?? {})
  if (expression !== undefined && names.every((name) => termShape.test(name))) checkUses(expression, terms, say)
  return terms && { expression: expression!, terms }
}

function checkUses(expression: string, terms: Formula['terms'] | undefined, say: Say): void {
  const used = usedBy(expression, say)
  if (!used || !terms) return
  const defined = Object.keys(terms)
  for (const name of [...used].filter((name) => !defined.includes(name))) {
    say('formula.expression', `uses ${name}, which is not among its terms: ${defined.join(', ')}`)
  }
  for (const name of defined.filter((name) => !used.has(name))) {
    say(`formula.terms.${name}`, 'must be used in the expression')
  }
}

function usedBy(expression: string, say: Say): Set<string> | undefined {
  const parsed = parseFormula(expression)
  if ('tree' in parsed) return termsOf(parsed.tree)
  say('formula.expression', parsed.problem.replace(/\.$/, ''))
  return undefined
}

function termsFrom(value: unknown, offered: Offered | undefined, say: Say): Formula['terms'] | undefined {
  const terms = isObject(value) ? Object.entries(value) : []
  if (terms.length < 1 || terms.length > mostTerms) {
    say('formula.terms', `must be an object of 1 to ${mostTerms} terms, such as {"a": {"metric": "records::count"}}`)
    return undefined
  }
  return Object.fromEntries(terms.map(([name, term]) => [name, termFrom(name, term, offered, say)]))
}

function termFrom(name: string, value: unknown, offered: Offered | undefined, say: Say) {
  const path = `formula.terms.${name}`
  if (!termShape.test(name)) say(path, nameRule)
  const fields = fieldsOf(value, ['metric', 'filters'], path, say) ?? {}
  const metric = offered && checked(fields.metric, oneOf(offered.aggregates), `${path}.metric`, say)
  let filters: Filters | undefined
  if (offered && fields.filters !== undefined)
    filters = filtersOf(fields.filters, offered.fields, `${path}.filters`, say)
  return { metric: metric!, ...(filters && { filters }) }
}
