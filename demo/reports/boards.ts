type Position = [x: number, y: number, w: number, h: number]
interface DemoCard {
  shows: number | string
  at: Position
  described?: true
  locked?: true
}
export interface DemoBoard {
  id: number
  name: string
  description: string
  space_id: number
  subfolder_id: string | null
  protected: boolean
  auto_layout: boolean
  cards: DemoCard[]
}

/** Cards as rows of a bundle have them; a number is the insight that one shows. */
export const cardRow = ({ shows, at: [x, y, w, h], described, locked }: DemoCard, id: number) => ({
  ...{ id, ...(typeof shows === 'number' ? { type: 'insight', insight_id: shows } : { type: 'text', text: shows }) },
  position: { x, y, w, h },
  ...{ show_title: true, show_description: described ?? false, locked: locked ?? false },
})

const hello =
  'This month at a glance. Numbers are counted when the page is opened, in the time zone of the organisation.'
const howCounted =
  'An appointment is one client with one staff member: a visit by two carers is two.\n\nHours are those that pass, also in nights when clocks change.'
const pipeline =
  'A lead is a prospect from the day of the enquiry on.\n\nOnly who became a client counts as converted, so leads of the last weeks still bring the rate down.'
const forTheBoard = 'For the meeting of the board. It is protected, so that nobody changes it by mistake.'

/** The one that a start leads to. */
export const demoDashboardName = 'Operations'

/** Laid out by hand: numbers on top, what explains them below, the widest for what has most to show. */
export const boards: DemoBoard[] = [
  {
    ...{ id: 1, name: demoDashboardName, description: 'What the roster does this month' },
    ...{ space_id: 1, subfolder_id: 'monthly', protected: false, auto_layout: false },
    cards: [
      { shows: hello, at: [0, 0, 24, 2], locked: true },
      { shows: 1, at: [0, 2, 6, 4] },
      { shows: 2, at: [6, 2, 6, 4], described: true },
      { shows: 3, at: [12, 2, 6, 4], described: true },
      { shows: 4, at: [18, 2, 6, 4], described: true },
      { shows: 6, at: [0, 6, 16, 9] },
      { shows: 7, at: [16, 6, 8, 9] },
      { shows: 8, at: [0, 15, 12, 9], described: true },
      { shows: 9, at: [12, 15, 12, 9] },
      { shows: 5, at: [0, 24, 6, 4], described: true },
      { shows: 10, at: [6, 24, 18, 10] },
      { shows: howCounted, at: [0, 28, 6, 6] },
    ],
  },
  {
    ...{ id: 2, name: 'Clients and growth', description: 'Who our clients are, and who may become one' },
    ...{ space_id: 3, subfolder_id: null, protected: false, auto_layout: true },
    cards: [
      { shows: 11, at: [0, 0, 6, 4] },
      { shows: 12, at: [6, 0, 6, 4] },
      { shows: 13, at: [12, 0, 6, 4], described: true },
      { shows: pipeline, at: [18, 0, 6, 4] },
      { shows: 14, at: [0, 4, 16, 9] },
      { shows: 15, at: [16, 4, 8, 9] },
      { shows: 16, at: [0, 13, 12, 9] },
      { shows: 17, at: [12, 13, 12, 9] },
    ],
  },
  {
    ...{ id: 3, name: 'Quality and billing', description: 'What went wrong, what is to be done, what is to be billed' },
    ...{ space_id: 2, subfolder_id: null, protected: true, auto_layout: false },
    cards: [
      { shows: 18, at: [0, 0, 6, 4], described: true },
      { shows: 19, at: [6, 0, 6, 4] },
      { shows: 20, at: [12, 0, 6, 4], described: true },
      { shows: 21, at: [18, 0, 6, 4] },
      { shows: 22, at: [0, 4, 12, 9] },
      { shows: 23, at: [12, 4, 12, 9] },
      { shows: 24, at: [0, 13, 10, 9], described: true },
      { shows: 25, at: [10, 13, 14, 9] },
      { shows: forTheBoard, at: [0, 22, 24, 2], locked: true },
    ],
  },
]
