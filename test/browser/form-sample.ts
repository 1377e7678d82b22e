import type { Field, Step, When } from '../../src/forms/logic/form.ts'
import type { FormParts } from '../factories/forms/forms.ts'

const field = (type: Field['type'], key: string, label: string, more: Partial<Field> = {}): Field => ({
  ...{ type, key, label, required: false },
  ...more,
})
const is = (field: string, value: string | boolean): When => ({
  combinator: 'and',
  conditions: [{ field, operator: 'is', value }],
})

const about: Step = {
  key: 'about',
  title: 'About you',
  fields: [
    field('heading', 'who', 'Who is asking?'),
    field('paragraph', 'why', 'We use this to get back to you.\nNobody else sees it.'),
    field('text', 'name', 'Your name', { required: true, validation: { min_length: 2 } }),
    field('email', 'email', 'Email', { required: true, help: 'We write to this address within two days.' }),
    field('phone', 'phone', 'Phone', { placeholder: '0400 123 456' }),
    field('radio', 'contact', 'How may we reach you?', { required: true, options: ['Email', 'Phone', 'Post'] }),
    field('address', 'address', 'Postal address', { required: true, visible_when: is('contact', 'Post') }),
    field('select', 'whom', 'Who is the support for?', { required: true, options: ['Myself', 'Somebody else'] }),
  ],
  routing: [{ when: is('whom', 'Somebody else'), go_to: 'person' }],
  otherwise: 'needs',
}
const person: Step = {
  key: 'person',
  title: 'The person',
  fields: [
    field('client', 'client', 'Their name', { required: true }),
    field('staff', 'worker', 'Do you know somebody who works here?', { help: 'A first and a last name.' }),
  ],
  routing: [],
}
const supports = ['Personal care', 'Meals', 'Transport', 'Garden', 'Company', 'Nursing', 'Respite', 'Shopping']
const needs: Step = {
  key: 'needs',
  title: 'What would help?',
  fields: [
    field('multiselect', 'supports', 'Supports', { required: true, options: supports, validation: { max: 3 } }),
    field('checklist', 'days', 'Days that suit', { options: ['Weekdays', 'Saturdays', 'Sundays'] }),
    field('number', 'hours', 'Hours a week', { validation: { min: 0.5, max: 168 } }),
    field('date', 'start', 'When should it start?', { validation: { min: '2026-01-01' } }),
    field('time', 'call_at', 'Best time to call'),
    field('datetime', 'visit', 'A first visit could be'),
    field('textarea', 'more', 'Anything else?', { help: 'Tell us in your own words.', default: 'Nothing else' }),
  ],
  routing: [],
}
const last: Step = {
  key: 'last',
  title: 'Almost done',
  fields: [
    field('yes_no', 'urgent', 'Is it urgent?', { required: true }),
    field('textarea', 'urgency', 'What makes it urgent?', { required: true, visible_when: is('urgent', true) }),
    field('rating', 'ease', 'How easy was this form?'),
    field('signature', 'signature', 'Signature', { required: true, help: 'It says that all of this is true.' }),
  ],
  routing: [],
}

/** A form with a field of every type, a fork and conditions. */
export const everything: FormParts = {
  name: 'Ask for support',
  description: 'Tell us a little about what you need.\nIt takes about five minutes.',
  settings: { submit_button_text: 'Send to Acme Care', success_message: 'We will call you.\nHave a good day.' },
  steps: [about, person, needs, last],
}
