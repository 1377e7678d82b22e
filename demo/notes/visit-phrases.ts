/**
 * What carers write, in parts that fit together whichever are chosen: one of each list, in this order. NAME is the client. A part
 * that hangs on what a client can swallow is two lists. Nobody is he or she, because names do not tell.
 */
export type Part = readonly string[] | { usual: readonly string[]; soft: readonly string[] }

const morningTablets = {
  usual: [
    'Morning tablets taken from the webster pack with a glass of water.',
    'Prompted the morning tablets; all taken and signed.',
    'Jug of water left within reach, and a reminder to drink.',
  ],
  soft: ['Morning tablets taken one at a time with yoghurt, as on the chart.', 'Thickened water left within reach.'],
}

const personalCare: Part[] = [
  [
    'NAME was awake and ready when I came.',
    'NAME was still in bed and took a while to get going.',
    'NAME had slept well and was in good spirits.',
    'NAME had a restless night and was tired this morning.',
    'NAME was quiet at first and brightened up after a while.',
    'Key safe used as agreed; NAME was sitting on the edge of the bed.',
    'NAME had the radio on and was keen to chat.',
    'NAME asked for a slow start today.',
  ],
  [
    'Shower in the chair with help for back and feet.',
    'Shower with one-person assist; hair washed.',
    'Wash at the basin today by choice, no shower.',
    'Shower, teeth and fresh clothes.',
    'Shower with standby help; needed a hand with the lower legs only.',
    'Chose the clothes, and needed help with buttons and shoes only.',
    'Bed wash today, as NAME did not feel up to the shower.',
  ],
  [
    'Skin checked: no redness on heels or hips.',
    'Small dry patch on the left shin; moisturiser applied and put on the chart.',
    'Cream on both legs as on the chart.',
    'The bruise on the right forearm is fading.',
    'Steady with the frame from the bedroom to the bathroom.',
    'A bit stiff in the knees; took the transfers slowly.',
    'No pain today.',
    'Some pain in the shoulder when lifting the arm; took it gently and told the office.',
    'Toenails are getting long; asked the office about the podiatrist.',
  ],
  {
    usual: [
      'Porridge and a cup of tea for breakfast, all eaten.',
      'Toast with honey and half a banana for breakfast.',
      'Two Weet-Bix with warm milk, and a glass of juice.',
      'Scrambled eggs by request; ate about half.',
      'Fruit and yoghurt for breakfast, and a second cup of tea.',
    ],
    soft: [
      'Smooth porridge with mashed banana for breakfast, sitting upright; no coughing.',
      'Weet-Bix soaked in warm milk and thickened tea, in small spoonfuls.',
      'Yoghurt and stewed apple for breakfast; slow, but finished it.',
    ],
  },
  morningTablets,
]

const homeHelp: Part[] = [
  [
    'Kitchen and bathroom cleaned, floors mopped.',
    'Vacuumed throughout and wiped down the kitchen.',
    'Changed the bed and did two loads of washing.',
    'Cleaned the bathroom and the stove.',
    'Dusted the lounge room and vacuumed under the furniture.',
  ],
  [
    'Washing is on the line; NAME will ask the neighbour to bring it in.',
    'Went through the fridge together and threw out what was past its date.',
    'Rubbish and recycling are out.',
    'NAME folded the towels while I ironed.',
    'Moved the loose mat in the hall so that nobody trips on it.',
    'The kitchen tap drips; left a message for the landlord.',
  ],
  [
    'NAME was pleased with how it looks.',
    'NAME showed me photos while we had a break.',
    'NAME was on the phone for most of the visit and in a good mood.',
    'NAME was a bit low today; we sat down and talked for ten minutes.',
    'NAME did the dishes without help.',
    'NAME wants the windows done next time.',
  ],
  ['Shopping list for the week is on the fridge.', 'Mail brought in and sorted.', 'All done by the end of the visit.'],
]

/** Where they went decides what happened there. */
export const outings: readonly (readonly [went: readonly string[], there: readonly string[]])[] = [
  [
    ['Went to the shops together by car.', 'Took the bus to the shopping centre.'],
    [
      'NAME kept to the list and paid at the counter without help.',
      'Bought groceries for the week, and a card for a birthday.',
      'Busy today, so we took a rest on the bench by the lift.',
      'NAME compared prices and came in under budget.',
      'Put everything away together when we were back.',
    ],
  ],
  [
    ['GP appointment, on time for once.', 'Drove to the GP; a short wait.'],
    [
      'Blood pressure is good. Next check in three months.',
      'New script taken to the chemist on the way back.',
      'NAME asked the questions from the list; answers are in the communication book.',
      'Referral to the physio given; the office has a copy.',
    ],
  ],
  [
    ['Podiatry today.', 'Went to the podiatrist by taxi.'],
    [
      'Feet are in good condition; next visit in eight weeks.',
      'A sore spot on the left heel was padded; looks fine otherwise.',
    ],
  ],
  [
    ['Walked to the library and back.', 'Library by car, as it was too far to walk today.'],
    [
      'NAME found two large-print books and renewed the card.',
      'NAME met somebody from the old street and stayed for a chat.',
      'Two rests on the way; breathing was fine.',
    ],
  ],
  [
    ['Went to the park by the river.', 'Drove to the gardens and took the flat path.'],
    [
      'NAME managed the whole loop with the frame.',
      'We sat by the water, and NAME talked about growing up on the coast.',
      'Turned back early because of the wind; NAME was happy to have been out.',
    ],
  ],
]
export const backHome = [
  'Home by three, tired and content.',
  'NAME thanked me twice.',
  'NAME would like to do the same again next week.',
  'Shoes off, feet up, all well when I left.',
  'All well when I left.',
]

const dinner: Part[] = [
  [
    'NAME was at the table when I came, and hungry.',
    'NAME had been resting and was slow to get up.',
    'NAME was watching the news and in a good mood.',
    'NAME had company in the afternoon and talked about it.',
    'NAME was quiet this evening.',
    'NAME helped with what could be done sitting down.',
  ],
  {
    usual: [
      'Cooked chicken and vegetables for dinner; ate everything.',
      'Made a salmon patty with salad; ate about two thirds.',
      'Lamb stew from the freezer with fresh beans, finished all of it.',
      'Vegetable soup and bread by choice; asked for seconds.',
      'Pasta with tomato sauce; ate half and kept the rest for tomorrow.',
      'Little appetite: a sandwich and some fruit.',
    ],
    soft: [
      'Minced chicken with mashed potato and gravy for dinner; took time, no coughing.',
      'Smooth pumpkin soup and custard for dinner, all eaten.',
      'Soft fish with mashed peas; ate about two thirds, sitting upright.',
      'Little appetite: custard and stewed pears.',
    ],
  },
  {
    usual: [
      'Drank two glasses of water.',
      'Made a cup of tea.',
      'Reminded NAME to drink more.',
      'Glass of milk before I left.',
    ],
    soft: [
      'Thickened drinks as on the chart.',
      'Drank a full cup of thickened cordial.',
      'Upright in the chair for half an hour after eating.',
    ],
  },
  [
    'Dishes done and benches wiped.',
    'Left lunch for tomorrow in the fridge, labelled.',
    'Doors locked and lamp on before I left.',
    'Checked the use-by dates; milk is on the list.',
    'Left NAME in the armchair with the pendant on.',
  ],
]

const tablets: Part[] = [
  [
    'Evening tablets taken from the webster pack at 7.MIN pm.',
    'Prompted at 7.MIN pm; evening tablets taken and signed.',
    'NAME had the pack out already; evening tablets taken at 7.MIN pm.',
    'NAME asked what the white one is for; explained from the chart. Taken at 7.MIN pm.',
    'Needed two reminders; evening tablets taken at 7.MIN pm.',
  ],
  [
    'Eye drops done in both eyes.',
    'No dizziness when standing up.',
    'Blood sugar is in the book, within range.',
    'Pack for the rest of the week is complete.',
    'Patch changed and dated.',
    'Ankles less swollen than last week.',
    'A little short of breath after the stairs, settled within a few minutes.',
  ],
  [
    'NAME was in good spirits.',
    'NAME was ready for bed and said little.',
    'NAME told me about a call from the family.',
    'NAME wanted company, so we did the crossword for a while.',
    'NAME was a little confused about the day; put the calendar where it can be seen.',
  ],
  ['Night light on, doors locked.', 'Curtains drawn and heater off before I left.', 'Phone on the charger by the bed.'],
]

export const visitParts: Readonly<Record<string, readonly Part[]>> = {
  'Personal care': personalCare,
  'Domestic assistance': homeHelp,
  'Meal preparation': dinner,
  'Medication prompt': tablets,
}
