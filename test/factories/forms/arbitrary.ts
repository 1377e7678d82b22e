import fc from 'fast-check'
import { checkAnswers, checkValue } from '../../../src/forms/logic/check.ts'
import {
  type Answers,
  type Condition,
  type ConditionValue,
  type Field,
  hasOptions,
  isAnswerable,
  operators,
  type Rule,
  type Step,
  type When,
} from '../../../src/forms/logic/form.ts'
import { clean } from '../../../src/forms/logic/values.ts'
import { walk } from '../../../src/forms/logic/walk.ts'
import { anyValue, everyValue, fieldType, validationFor, valueFor } from './arbitrary-values.ts'

/** Few keys, so that they often collide, and some that Object.prototype has. */
const fieldKeys = ['f1', 'f2', 'f3', 'f4', 'f5', 'f6', '__proto__', 'constructor', 'toString', 'hasOwnProperty']
const stepKeys = ['s1', 's2', 's3', 's4', 's5', 's6']

const condition: fc.Arbitrary<Condition> = fc.record({
  field: fc.constantFrom(...fieldKeys, 'unknown'),
  operator: fc.constantFrom(...operators),
  value: anyValue.filter((value) => value !== undefined) as fc.Arbitrary<ConditionValue>,
})
const when: fc.Arbitrary<When> = fc.record({
  combinator: fc.constantFrom('and', 'or'),
  conditions: fc.array(condition, { maxLength: 3 }),
})

const fieldOf = (key: string): fc.Arbitrary<Field> =>
  fieldType.chain((type) =>
    fc
      .record({
        required: fc.boolean(),
        validation: validationFor(type),
        visible_when: fc.option(when, { nil: undefined }),
        default: fc.option(valueFor({ type }), { nil: undefined }),
      })
      .map(({ required, validation, visible_when, default: usual }) => ({
        ...{ type, label: key, key, required },
        ...(hasOptions(type) && { options: ['a', 'b', 'A'] }),
        ...(validation && { validation }),
        ...(visible_when && { visible_when }),
        ...(usual !== undefined && { default: usual }),
      })),
  )

const target = fc.constantFrom(...stepKeys, 'submit', 'unknown')
const rule: fc.Arbitrary<Rule> = fc.record({ when, go_to: target })

const stepOf = (key: string, fieldsOf: readonly string[]): fc.Arbitrary<Step> =>
  fc
    .record({
      fields: fc.tuple(...fieldsOf.map(fieldOf)),
      routing: fc.array(rule, { maxLength: 3 }),
      otherwise: fc.option(target, { nil: undefined }),
    })
    .map(({ otherwise, ...rest }) => ({ key, title: key, ...rest, ...(otherwise !== undefined && { otherwise }) }))

/** Distributes keys over up to six steps, in order or not. */
const stepsWith = (keys: fc.Arbitrary<string[]>, places: fc.Arbitrary<string[]>): fc.Arbitrary<Step[]> =>
  fc.tuple(keys, places).chain(([fields, steps]) =>
    fc.array(fc.nat(steps.length - 1), { minLength: fields.length, maxLength: fields.length }).chain((homes) =>
      fc.tuple(
        ...steps.map((key, at) =>
          stepOf(
            key,
            fields.filter((_, i) => homes[i] === at),
          ),
        ),
      ),
    ),
  )

/** Any form: with backward, unknown and circular references, meaningless conditions and duplicate keys. */
export const anySteps: fc.Arbitrary<Step[]> = stepsWith(
  fc.array(fc.constantFrom(...fieldKeys), { maxLength: 10 }),
  fc.array(fc.constantFrom(...stepKeys), { minLength: 1, maxLength: 6 }),
)
/** A form with unique keys. */
export const soundSteps: fc.Arbitrary<Step[]> = stepsWith(
  fc.uniqueArray(fc.constantFrom(...fieldKeys), { minLength: 1, maxLength: 10 }),
  fc.uniqueArray(fc.constantFrom(...stepKeys), { minLength: 1, maxLength: 6 }),
)

/** Answers to a form: mostly valid ones, some of any value, and some for unknown keys. */
export const answersTo = (steps: readonly Step[]): fc.Arbitrary<Answers> => {
  const known = steps.flatMap(({ fields }) => fields.map((field) => answerTo(field)))
  const unknown = fc.tuple(fc.constantFrom('unknown', '__proto__', 'f1', 'extra'), anyValue)
  return fc
    .tuple(
      fc.tuple(...known.map((one) => fc.option(one, { nil: undefined, freq: 5 }))),
      fc.array(unknown, { maxLength: 1 }),
    )
    .map(([some, others]) => Object.fromEntries([...others, ...some.filter((one) => one !== undefined)]))
}
const answerTo = (field: Field): fc.Arbitrary<[string, unknown]> => fc.tuple(fc.constant(field.key), valueFor(field))

export const withAnswers = (steps: fc.Arbitrary<Step[]>): fc.Arbitrary<{ steps: Step[]; answers: Answers }> =>
  steps.chain((made) => answersTo(made).map((answers) => ({ steps: made, answers })))

/**
 * Valid answers as close to these as possible: an invalid or missing one gets a valid value. If two fields with the same key
 * need different values, some stay invalid.
 */
export function rightened(steps: readonly Step[], answers: Answers): Answers {
  let made = answers
  for (let tries = 0; tries < 30; tries++) {
    const wrong = checkAnswers(steps, made).errors
    const shown = walk(steps, made).flatMap(({ fields }) => fields)
    const field = shown.find((one) => isAnswerable(one) && wrong.has(one.key))
    if (!field) break
    const fits = (value: unknown) => clean(field, value) !== undefined && !checkValue(field, clean(field, value))
    made = { ...made, [field.key]: everyValue.find(fits) }
  }
  return made
}
