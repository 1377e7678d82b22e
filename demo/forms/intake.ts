import { mobilities, times } from '../prospects/enquiries.ts'
import { content, field, is, required, step, when } from './parts.ts'

const [myself, family, professional] = ['Myself', 'A family member or friend', 'Someone I support in my work'] as const
export const askers = { myself, family, professional }
export const supportAtHome = 'Support at Home'
/** The eight of Support at Home, and what people have who were there before it. */
const classifications = Array.from({ length: 8 }, (_, i) => `Classification ${i + 1}`)
export const [movedOver, notAssigned] = ['Moved over from a home care package', 'Not assigned yet'] as const
export const levels = [...classifications, notAssigned]
export const managers = ['I manage it myself', 'A plan manager', 'The NDIA']
export const wishes = [
  ...['Showering and dressing', 'Cleaning and laundry', 'Meals', 'Shopping and transport'],
  ...['Nursing', 'Company and outings', 'Help at night', 'A place in a shared house', 'Garden and small repairs'],
]
export const heard = ['A search', 'A friend or neighbour', 'My GP', 'A leaflet', 'Somewhere else']

/** The first form was short, and the office typed what came in by hand. */
export const firstIntake = content(
  {
    name: 'New client enquiry',
    description: 'Tell us a little, and we will ring you back.',
    steps: [
      step('enquiry', 'Your enquiry', [
        required('text', 'name', 'Your name'),
        required('phone', 'phone', 'Phone number'),
        field('email', 'email', 'Email address'),
        field('text', 'suburb', 'Suburb'),
        required('textarea', 'about', 'What can we help with?'),
      ]),
    ],
  },
  { submit_button_text: 'Send', success_message: 'We ring back within two working days.' },
)

const forAnother = when({ field: 'asking_for', operator: 'includes_any', value: [family, professional] })
const consent = 'I agree that Banksia Community Care keeps these details and rings me about them.'

/** Each way of paying for care has questions of its own, and an answer makes a prospect. */
export const intake = content(
  {
    name: 'New client enquiry',
    description:
      'For anyone who is thinking about support at home, for themselves or for someone close. It takes about five minutes, and nothing here commits you to anything.',
    steps: [
      step('asking', 'Who is asking', [
        field(
          'paragraph',
          'welcome',
          'It helps to have your funding letter at hand, if there is one. You can stop at any time and go on later on the same device.',
        ),
        required('radio', 'asking_for', 'Who needs the support?', { options: [myself, family, professional] }),
        required('text', 'your_name', 'Your own name', {
          visible_when: forAnother,
          help: 'So that we know whom we are speaking with.',
        }),
        field('email', 'your_email', 'Your own email', { visible_when: forAnother }),
        field('text', 'relationship', 'How do you know each other?', {
          visible_when: is('asking_for', family),
          placeholder: 'Daughter, neighbour, old friend',
        }),
        field('text', 'organisation', 'Where do you work?', { visible_when: is('asking_for', professional) }),
      ]),
      step(
        'person',
        'Who the support is for',
        [
          required('text', 'first_name', 'First name', { validation: { max_length: 100 } }),
          required('text', 'last_name', 'Family name', { validation: { max_length: 100 } }),
          required('phone', 'phone', 'Best number to ring'),
          field('email', 'email', 'Email', { help: 'Only for what we agree to send you.' }),
          field('text', 'suburb', 'Suburb or town', { validation: { max_length: 100 } }),
          field('yes_no', 'interpreter', 'Would an interpreter make it easier?'),
          required('text', 'language', 'Which language?', { visible_when: is('interpreter', true) }),
          required('radio', 'funding', 'How is the support paid for?', {
            options: [supportAtHome, 'NDIS', 'CHSP', 'Private', 'Not sure yet'],
            help: 'Support at Home has taken the place of home care packages. CHSP is the Commonwealth Home Support Programme.',
          }),
        ],
        [
          { when: is('funding', 'NDIS'), go_to: 'plan' },
          { when: is('funding', supportAtHome), go_to: 'support_at_home' },
        ],
        'support',
      ),
      step(
        'plan',
        'The NDIS plan',
        [
          field('select', 'plan_managed', 'Who manages the plan?', { options: managers }),
          field('date', 'plan_end_date', 'When does the plan end?'),
        ],
        [],
        'support',
      ),
      step('support_at_home', supportAtHome, [
        field('select', 'classification', 'What was approved?', { options: [...levels, movedOver] }),
        field('text', 'provider', 'Who looks after it today?', {
          visible_when: when(
            { field: 'classification', operator: 'not_empty' },
            { field: 'classification', operator: 'is_not', value: notAssigned },
          ),
          placeholder: 'Leave it empty if nobody does',
        }),
      ]),
      step('support', 'What would help', [
        required('checklist', 'wishes', 'Which of these would make a difference?', {
          options: wishes,
          validation: { min: 1 },
        }),
        field('textarea', 'about', 'In your own words', {
          help: 'What a good week looks like, what has changed, what worries you.',
          validation: { max_length: 4000 },
        }),
        field('select', 'mobility', 'Getting around', { options: mobilities }),
        field('multiselect', 'preferred_times', 'Times that suit', { options: times }),
        field('yes_no', 'has_pets', 'Do animals live in the house?'),
      ]),
      step('last', 'Before you send it', [
        field('select', 'heard', 'How did you find us?', { options: heard }),
        field('time', 'ring_at', 'A good time of day to ring', { validation: { min: '08:00', max: '18:00' } }),
        required('checklist', 'consent', 'Your agreement', { options: [consent], validation: { min: 1 } }),
      ]),
    ],
    prospect: {
      enabled: true,
      stage: 'New',
      source: 'Website',
      map: {
        ...{ first_name: 'first_name', last_name: 'last_name', phone: 'phone', email: 'email', suburb: 'suburb' },
        ...{ funding: 'funding_type', about: 'initial_comments', mobility: 'attributes.mobility' },
        ...{ preferred_times: 'attributes.preferred_times', has_pets: 'attributes.has_pets' },
        plan_end_date: 'attributes.plan_end_date',
      },
    },
  },
  {
    submit_button_text: 'Send my enquiry',
    success_message: 'Your enquiry has reached us.\nSomeone from our intake team rings you within two working days.',
  },
)
export const agreed = [consent]
