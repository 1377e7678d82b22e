import { readable } from '../../src/http/pages/colour.ts'
import { describeRule, hexOf, ruleFor } from '../../src/reports/logic/colour.ts'
import { formatValue } from '../../src/reports/logic/format.ts'
import type { Results } from '../../src/reports/logic/results.ts'
import { valueIn } from '../../src/reports/logic/series.ts'
import type { View } from '../../src/reports/logic/view.ts'
import { make } from './dom.ts'
import { onSchemeChange, palette } from './scheme.ts'

/** One large number. The first formatting rule that it meets colours it and is shown in words. */
export function metricOf(
  name: string,
  { columns, rows }: Results,
  { format, conditional_formatting, target }: View,
): HTMLElement {
  const value = valueIn(rows[0] ?? { value: null })
  const number = make('span', { class: 'number' }, formatValue(value, format))
  const line = make('p', { class: 'number-line' }, number)
  line.style.setProperty('--length', String(Math.max(6, number.textContent!.length)))
  if (value === null) number.append(make('span', { class: 'unseen' }, 'No value'))
  const rule = ruleFor(value, conditional_formatting)
  const ruleElement =
    rule &&
    make('span', { class: 'rule' }, make('span', { class: 'mark', 'aria-hidden': 'true' }), describeRule(rule, format))
  const label = columns.at(-1)!.label
  const metric = make(
    'div',
    { class: 'metric' },
    line,
    make(
      'p',
      { class: 'about' },
      // The title need not be said twice.
      label !== 'Value' && label !== name && make('span', { class: 'measure' }, label),
      // A chart without groups is shown as a metric, and may have a target.
      target && make('span', { class: 'measure' }, `${target.label ?? 'Target'}: ${formatValue(target.value, format)}`),
      ruleElement,
    ),
  )
  if (rule) {
    onSchemeChange(() => {
      const { background, contrast } = palette()
      const colour = readable(hexOf(rule.color), background, contrast)
      number.style.color = colour
      ruleElement!.style.color = colour
    })
  }
  return metric
}
