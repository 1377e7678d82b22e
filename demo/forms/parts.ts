import type { ClientPrefill, Incident, ProspectMapping, Settings } from '../../src/forms/definition/parts.ts'
import { defaultSettings } from '../../src/forms/definition/parts.ts'
import type { Condition, Field, FieldType, Rule, Step, When } from '../../src/forms/logic/form.ts'

/** What a version of a form freezes. */
export interface FormContent {
  name: string
  description: string
  settings: Settings
  steps: Step[]
  incident: Incident | null
  prospect: ProspectMapping | null
  client_prefill: ClientPrefill | null
}

/** A form of the demo: what it was at each publication, oldest first, and the draft where it was never published. */
export interface DemoForm {
  id: number
  key: string
  tags: { name: string; color: string }[]
  versions: { content: FormContent; at: number; by: string }[]
  draft?: FormContent
  created: number
}

type Further = Partial<Omit<Field, 'type' | 'key' | 'label' | 'required'>>

/** Fields and steps in few words. */
export const field = (type: FieldType, key: string, label: string, further: Further = {}): Field => ({
  ...{ type, label, key, required: false },
  ...further,
})
export const required = (...of: Parameters<typeof field>): Field => ({ ...field(...of), required: true })
export const step = (key: string, title: string, fields: Field[], routing: Rule[] = [], otherwise?: string): Step => ({
  ...{ key, title, fields, routing },
  ...(otherwise !== undefined && { otherwise }),
})
export const when = (...conditions: Condition[]): When => ({ combinator: 'and', conditions })
export const is = (key: string, value: string | boolean): When => when({ field: key, operator: 'is', value })

export const content = (
  declared: Pick<FormContent, 'name' | 'description' | 'steps'> & Partial<FormContent>,
  settings: Partial<Settings> = {},
): FormContent => ({
  ...{ incident: null, prospect: null, client_prefill: null },
  ...declared,
  settings: { ...defaultSettings, ...settings },
})
