import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { closed, id, largestId, nullable, ref, tagged, text, visibleText } from '../../http/contract/schema.ts'
import { columns, mostCards, mostHeight, rows } from '../logic/grid.ts'
import { subfolderId } from '../spaces/subfolder.schema.ts'
import { type DateRange, dateRange, orNull, rangeRule } from '../spec/spec.schema.ts'

/** What a request may say about a dashboard. */
const operation = <const Op extends string, T extends TProperties>($id: string, op: Op, does: string, properties: T) =>
  Type.Object({ op: Type.Literal(op, { description: does }), ...properties }, { ...closed, $id, description: does })

// Where a place is wrong is judged along with the other cards, so that all of it is told as one thing: the position.
const x = Type.Integer({ description: `The column it begins in, from 0; x + w is at most ${columns}` })
const y = Type.Integer({ description: `The row it begins in, from 0; y + h is at most ${rows}` })
const w = Type.Integer({ description: 'Columns that it is wide, at least those of its min_size' })
const h = Type.Integer({
  description: `Rows that it is high, at least those of its min_size and at most ${mostHeight}`,
})
const position = { x: Type.Optional(x), y: Type.Optional(y), w: Type.Optional(w), h: Type.Optional(h) }
// That x and y come together is judged along with the other shapes.
export const DashboardCardPlace = Type.Object(position, {
  ...{ ...closed, $id: 'DashboardCardPlace' },
  description:
    'Overlaps no other card. Without a size it has the usual one; without x and y, which come together, it is the first free place of its size',
})
export const DashboardCardMove = Type.Object(position, {
  ...{ ...closed, $id: 'DashboardCardMove', description: 'What is not sent stays; overlaps no other card' },
})
const place = Type.Optional(ref(DashboardCardPlace))

const longestKey = 60
const key = Type.Optional(
  visibleText(longestKey, { description: 'A name that later operations of the request may use as `card_id`' }),
)
const cardId = Type.Unsafe<number | string>({
  type: ['integer', 'string'],
  ...{ minimum: 1, maximum: largestId, minLength: 1, maxLength: longestKey },
  typeRule: 'must be the id of a card, or the key of one that this request adds',
  description: 'The id of a card of the dashboard, or the `key` of one that an earlier operation adds',
})
const words = visibleText(5000, { description: 'A blank line starts a new paragraph' })
const show_title = Type.Optional(Type.Boolean({ description: 'true for a new card' }))
const show_description = Type.Optional(Type.Boolean({ description: 'false for a new card' }))

export const DashboardAddInsight = operation('DashboardAddInsight', 'add_insight', 'Adds a card with an insight.', {
  insight_id: id('An insight of this organisation'),
  ...{ position: place, show_title, show_description, key },
})
export const DashboardAddText = operation('DashboardAddText', 'add_text', 'Adds a card with a text.', {
  ...{ text: words, position: place, key },
})
export const DashboardUpdateCard = operation('DashboardUpdateCard', 'update_card', 'Changes a card.', {
  ...{ card_id: cardId, show_title, show_description },
  locked: Type.Optional(Type.Boolean({ description: 'A locked card stays where it is' })),
  text: Type.Optional(words),
  position: Type.Optional(ref(DashboardCardMove)),
})
export const DashboardRemoveCard = operation('DashboardRemoveCard', 'remove_card', 'Removes a card.', {
  card_id: cardId,
})
export const DashboardAutoLayout = operation(
  'DashboardAutoLayout',
  'auto_layout',
  'Arranges the cards once: in reading order each takes the first free place. Locked cards stay.',
  {},
)

const all = [DashboardAddInsight, DashboardAddText, DashboardUpdateCard, DashboardRemoveCard, DashboardAutoLayout]
export const ops = all.map(({ properties }) => properties.op.const)
export type Operation =
  | Static<typeof DashboardAddInsight>
  | Static<typeof DashboardAddText>
  | Static<typeof DashboardUpdateCard>
  | Static<typeof DashboardRemoveCard>
  | Static<typeof DashboardAutoLayout>
export type Op = Operation['op']
export type OperationOf<O extends Op> = Extract<Operation, { op: O }>

/** `op` says which of the schemas an operation is held against, so that a mistake is told once. */
export const DashboardOperation = Type.Unsafe<Operation>(
  tagged(
    'op',
    ops,
    all.map((each) => ref(each as TSchema)),
    {
      $id: 'DashboardOperation',
      description: `One change: ${ops.join(', ')}`,
    },
  ),
)

export const DashboardSettingsChange = Type.Object(
  {
    auto_layout: Type.Optional(
      Type.Boolean({ description: 'Turning it on arranges the cards; moving one turns it off' }),
    ),
    date_range: Type.Optional(
      Type.Unsafe<DateRange | null>({
        ...orNull({ ...dateRange, description: 'Days in place of those of every insight' }),
        valueRule: `${rangeRule}, or null`,
      }),
    ),
  },
  { ...closed, $id: 'DashboardSettingsChange', description: 'What is not sent stays' },
)

const fields = {
  description: Type.Optional(nullable(text(2000))),
  settings: Type.Optional(ref(DashboardSettingsChange)),
  space_id: Type.Optional(nullable(id('The space it is in'))),
  subfolder_id: Type.Optional(nullable(subfolderId('A subfolder of that space'))),
  operations: Type.Optional(
    Type.Array(ref(DashboardOperation), {
      ...{ minItems: 0, maxItems: 100 },
      description: `In order; all of them or none. A dashboard has at most ${mostCards} cards`,
    }),
  ),
}
const name = visibleText(255)
export const DashboardCreate = Type.Object({ name, ...fields }, { ...closed, $id: 'DashboardCreate' })
export const DashboardPatch = Type.Object(
  { name: Type.Optional(name), ...fields },
  {
    ...closed,
    $id: 'DashboardPatch',
    description: 'What is not sent stays. Another space takes it out of its subfolder',
  },
)
export type DashboardCreate = Static<typeof DashboardCreate>
export type DashboardPatch = Static<typeof DashboardPatch>
