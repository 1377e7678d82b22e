import type { Part } from './visit-phrases.ts'

/** What the staff of a house write about one who lives there, by the shift: day, afternoon, night; and of those who go out together. */
const day: Part[] = [
  [
    'NAME was up by eight and had a shower with prompting.',
    'NAME slept in until nine and was cheerful afterwards.',
    'NAME needed extra time this morning; no hurry, and it went well.',
    'NAME woke early and helped to set the table.',
    'NAME was unsettled after breakfast and calmed down with music in the sunroom.',
    'NAME got ready almost without help today.',
    'NAME chose what to wear and made the bed.',
  ],
  [
    'Went to the shops for bread and the paper; NAME carried the bag.',
    'NAME worked in the garden: watered the herbs and picked some parsley.',
    'Exercises from the physio done, all but the last set.',
    'NAME practised the washing machine: sorted, measured, started it without help.',
    'Art table before lunch; NAME stayed with one painting for an hour.',
    'Swimming was called off, so we walked to the oval instead.',
    'Travel training: two stops by bus, NAME tapped on and off.',
    'NAME rang a friend and arranged to meet on the weekend.',
    'NAME had a quiet morning by choice, with headphones and a magazine.',
  ],
  {
    usual: [
      'Made wraps for lunch together; ate well.',
      'Lunch: toasted sandwich and fruit, all eaten.',
      'NAME cut the vegetables for lunch with supervision.',
      'Ate half of the lunch and asked for the rest later.',
    ],
    soft: [
      'Lunch: soft pasta bake, upright at the table, no coughing.',
      'Lunch minced and moist as on the plan; ate nearly all of it.',
      'Took a good while over lunch: mashed vegetables and yoghurt.',
    ],
  },
  [
    'Good mood all day.',
    'A bit tired after lunch; rested for an hour.',
    'NAME was proud of the day and told everybody.',
    'One moment of frustration about the remote; we took turns and it passed.',
    'Money for the week counted together, receipts in the folder.',
    'Drinks on the chart; all of them taken.',
    'No concerns.',
  ],
]

const afternoon: Part[] = [
  [
    'NAME came home from the day program in a good mood.',
    'NAME was tired after the day program and rested until five.',
    'NAME wanted to chat about the day, so we sat outside for a while.',
    'NAME was restless in the afternoon; a walk around the block helped.',
    'NAME had a visit from the family, who stayed for an hour.',
    'NAME played cards with a housemate.',
    'NAME rang home and was happy about the call.',
  ],
  {
    usual: [
      'NAME helped with dinner: rice, stir-fried vegetables and chicken.',
      'Taco night; NAME grated the cheese and ate three.',
      'Roast for dinner, and NAME set the table.',
      'Spaghetti for dinner; ate well and helped to clear up.',
      'Little appetite at dinner, a snack at eight.',
    ],
    soft: [
      'Minced beef with mashed sweet potato for dinner; slow, no coughing.',
      'Smooth soup and soft fish for dinner, upright throughout.',
      'Soft curry with well-cooked rice, all eaten in small spoonfuls.',
    ],
  },
  [
    'Evening tablets taken at eight, signed.',
    'Shower after dinner with prompting.',
    'Washing folded and put away by NAME.',
    'Plan for tomorrow went through on the whiteboard.',
    'NAME video-called the family for ten minutes.',
    'Physio stretches done in front of the television.',
  ],
  [
    'In bed by half past nine.',
    'Watched a film with the others and went to bed content.',
    'Took a while to settle; dimmed the lights and it was fine.',
    'Raised voices about the television, sorted out by taking turns; all friends again.',
    'Asleep when I checked at half past nine.',
  ],
]

const night: Part[] = [
  [
    'NAME slept through.',
    'NAME was up at two for the toilet and went back to sleep.',
    'NAME called out at one; a few quiet words, then slept on.',
    'NAME had trouble falling asleep; read until midnight.',
    'NAME woke at four from a bad dream and settled with the night light.',
    'NAME slept well after a late evening.',
    'NAME was awake from half past three to four, calm, and listened to the radio.',
  ],
  [
    'Checks at midnight and four as planned.',
    'Hall light left on.',
    'Door alarm on, no alerts.',
    'Call bell within reach.',
    'Window closed at two because of the wind.',
    'Checks done without waking anybody.',
    'Sensor mat working.',
  ],
  [
    'Up at half past six.',
    'Asleep at handover.',
    'Told the day shift.',
    'Awake and cheerful at six.',
    'Wanted the blinds up at half past six.',
  ],
  [
    'Nothing else to hand over.',
    'Clothes for the day are laid out.',
    'Notes are in the communication book.',
    'Tablets for the morning are ready.',
    'House quiet.',
  ],
]

const outing: Part[] = [
  [
    'NAME had a good day with the group.',
    'NAME was a bit shy at first and then joined in.',
    'NAME kept everybody entertained on the way.',
    'NAME sat with a new member of the group and they got on well.',
  ],
  [
    'Managed the distance with one rest.',
    'Needed an arm on the steps, otherwise steady.',
    'Took photos of everybody.',
    'Paid at the kiosk without help.',
  ],
  ['Sunscreen and hat on, drank enough.', 'Tired on the way home and happy.', 'Wants to come again next time.'],
]

export const houseParts: Readonly<Record<string, readonly Part[]>> = {
  'Day shift': day,
  'Afternoon shift': afternoon,
  Sleepover: night,
  'Saturday outing': outing,
  'Walking group': outing,
}
