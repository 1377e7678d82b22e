import type { Step, When } from '../logic/form.ts'
import type { Draft } from './draft.ts'

/** The parts of a form that name fields, where the field called `from` is called `to` now. */
export function renamed(
  { steps, incident, prospect, client_prefill }: Draft,
  from: string,
  to: string,
): Partial<Draft> {
  const key = (name: string) => (name === from ? to : name)
  const when = ({ combinator, conditions }: When): When => ({
    combinator,
    conditions: conditions.map((condition) => ({ ...condition, field: key(condition.field) })),
  })
  const step = (before: Step): Step => ({
    ...before,
    fields: before.fields.map((field) =>
      field.visible_when ? { ...field, visible_when: when(field.visible_when) } : field,
    ),
    routing: before.routing.map((rule) => ({ ...rule, when: when(rule.when) })),
  })
  /** Properties that hold the key of a field, by what they are called. */
  const pointing = <T extends object>(part: T): T =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => [name, name.endsWith('_field') ? key(value as string) : value]),
    ) as T
  /** An entry that the new key has from a field that is gone gives way to that of the field. */
  const map = (before: Record<string, string>) => {
    const isStale = (name: string) => name === to && Object.hasOwn(before, from)
    const kept = Object.entries(before).filter(([name]) => !isStale(name))
    return Object.fromEntries(kept.map(([name, target]) => [key(name), target]))
  }
  return {
    steps: steps.map(step),
    incident: incident && pointing(incident),
    prospect: prospect && { ...prospect, map: map(prospect.map) },
    client_prefill: client_prefill && { ...pointing(client_prefill), map: map(client_prefill.map) },
  }
}
