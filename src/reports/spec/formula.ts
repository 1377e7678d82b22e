import { parseFormula, termsOf } from '../logic/formula.ts'
import { filtersOf } from './filters.ts'
import type { Offered } from './offered.ts'
import { oneOfRule, type Say } from './problems.ts'
import type { Formula } from './spec.schema.ts'

/** A formula as it is stored. What its terms count is of the insight's source, and is not checked while that is unknown. */
export function formulaOf({ expression, terms }: Formula, offered: Offered | undefined, say: Say): Formula {
  checkUses(expression, Object.keys(terms), say)
  const checked = Object.entries(terms).map(([name, term]) => [name, offered ? termOf(name, term, offered, say) : term])
  return { expression, terms: Object.fromEntries(checked) }
}

function checkUses(expression: string, defined: string[], say: Say): void {
  const parsed = parseFormula(expression)
  if ('problem' in parsed) {
    say(['formula', 'expression'], parsed.problem.replace(/\.$/, ''))
    return
  }
  const used = termsOf(parsed.tree)
  for (const name of [...used].filter((name) => !defined.includes(name))) {
    say(['formula', 'expression'], `uses ${name}, which is not among its terms: ${defined.join(', ')}`)
  }
  for (const name of defined.filter((name) => !used.has(name))) {
    say(['formula', 'terms', name], 'must be used in the expression')
  }
}

function termOf(name: string, { metric, filters: sent = {} }: Formula['terms'][string], offered: Offered, say: Say) {
  const path = ['formula', 'terms', name]
  if (!offered.aggregates.includes(metric)) say([...path, 'metric'], oneOfRule(offered.aggregates))
  const filters = filtersOf(sent, offered.fields, [...path, 'filters'], say)
  return { metric, ...(filters && { filters }) }
}
