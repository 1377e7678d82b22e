import { content, field, is, required, step, when } from './parts.ts'

export const roles = ['I receive support', 'I am family or a friend', 'I would rather not say']
export const services = ['Visits at home', 'Cleaning', 'Nursing', 'Outings and groups', 'A shared house']

const often = { low_label: 'Never', high_label: 'Always' }

/** Once a quarter; a name is only asked of those who want to be rung. */
export const survey = content(
  {
    name: 'How are we going?',
    description: 'A few short questions, most of them answered with one tap. You need not give your name.',
    steps: [
      step('you', 'You and us', [
        field('radio', 'role', 'Which fits you best?', { options: roles }),
        field('multiselect', 'services', 'What do we do for you?', { options: services }),
      ]),
      step('opinion', 'Your opinion', [
        required('rating', 'overall', 'All in all, how satisfied are you?', {
          low_label: 'Not at all',
          high_label: 'Very',
        }),
        field('rating', 'punctual', 'Do people come when they said they would?', often),
        field('rating', 'respect', 'Do you feel listened to?', often),
        field('rating', 'recommend', 'How likely are you to tell a friend about us?', {
          low_label: 'Not likely',
          high_label: 'Very likely',
          validation: { max: 10 },
        }),
        required('textarea', 'change', 'What should we change first?', {
          visible_when: when({ field: 'overall', operator: 'less_than', value: 4 }),
        }),
        field('textarea', 'good', 'What do we do well?'),
      ]),
      step('contact', 'Shall we ring you', [
        field('yes_no', 'ring', 'Would you like to talk to somebody about it?'),
        required('text', 'name', 'Whom should we ask for?', { visible_when: is('ring', true) }),
        required('phone', 'phone', 'And which number?', { visible_when: is('ring', true) }),
      ]),
    ],
  },
  {
    allow_step_navigation: true,
    submit_button_text: 'Send',
    success_message: 'We put what we change on the notice board and in the newsletter.',
  },
)

/** Begun and left: two things are still wrong with it, so it cannot be published. */
export const homeCheck = content({
  name: 'Home safety check',
  description: 'For the first visit to a new client’s home.',
  steps: [
    step('outside', 'Getting in', [
      required('client', 'client', 'Whose home is it?'),
      field('address', 'address', 'Address', { help: 'Filled in from the client’s record.' }),
      required('yes_no', 'steps', 'Are there steps at the entrance?'),
      field('number', 'steps_count', 'How many?', { visible_when: is('steps', true), validation: { min: 1, max: 60 } }),
      field('select', 'parking', 'Parking'),
    ]),
    step('inside', 'Inside', [
      field('checklist', 'seen', 'Tick what you have seen', {
        options: ['Smoke alarm', 'Safe cables', 'Clear paths', 'Rails in the bathroom'],
      }),
      field('textarea', 'dog', 'Where is the dog during visits?', { visible_when: is('has_dog', true) }),
    ]),
  ],
  client_prefill: { enabled: true, client_field: 'client', map: { address: 'address' } },
})
