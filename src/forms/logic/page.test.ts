import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anySteps, rightened, soundSteps } from '../../../test/factories/forms/arbitrary.ts'
import { anyValue, valueFor } from '../../../test/factories/forms/arbitrary-values.ts'
import { checkAnswers, checkVisit } from './check.ts'
import type { Field, Step } from './form.ts'
import {
  back,
  goTo,
  goToNumber,
  next,
  open,
  type PageForm,
  type PageState,
  setAnswer,
  showErrors,
  submit,
  type Transition,
  view,
} from './page.ts'
import { walk } from './walk.ts'

type Action =
  | { kind: 'next' | 'back' | 'submit' }
  | { kind: 'go'; index: number }
  | { kind: 'set'; key: string; value: unknown }

const press = fc.record({ kind: fc.constantFrom('next' as const, 'next' as const, 'back' as const, 'submit' as const) })
const go = fc.record({ kind: fc.constant('go' as const), index: fc.integer({ min: -1, max: 7 }) })
function actionsOn(steps: readonly Step[]): fc.Arbitrary<Action[]> {
  const set = (key: string, value: fc.Arbitrary<unknown>) =>
    fc.record({ kind: fc.constant('set' as const), key: fc.constant(key), value })
  const sets = steps.flatMap(({ fields }) => fields.map((field) => set(field.key, valueFor(field))))
  return fc.array(fc.oneof(press, press, go, set('unknown', anyValue), ...sets, ...sets), { maxLength: 25 })
}
const sessions = (steps: fc.Arbitrary<Step[]>) =>
  fc.tuple(steps, fc.boolean()).chain(([made, allow]) =>
    fc.record({
      form: fc.constant<PageForm>({ steps: made, settings: { allow_step_navigation: allow } }),
      actions: actionsOn(made),
      // Some runs start with valid answers, otherwise few would reach the end.
      isRight: fc.boolean(),
    }),
  )

function act(form: PageForm, state: PageState, action: Action): Transition {
  if (action.kind === 'set') return { state: setAnswer(form, state, action.key, action.value), errors: new Map() }
  if (action.kind === 'go') return goTo(form, state, action.index)
  return { next, back, submit }[action.kind](form, state)
}
const opened = (form: PageForm, isRight: boolean) =>
  open(form, isRight ? rightened(form.steps, open(form).answers) : {})

/** The invariants after any action. */
function assertShown({ steps, settings }: PageForm, state: PageState): void {
  const { visit, stepItems: places, number, total, isFirst, isLast } = view({ steps, settings }, state)
  const visits = walk(steps, state.answers)
  assert.deepEqual(
    places.map((place) => place.visit),
    visits,
  )
  assert.deepEqual(visit, visits[number - 1])
  assert.equal(visit.index, state.at)
  assert.ok(total.fewest <= visits.length && visits.length <= total.most)
  assert.deepEqual([isFirst, isLast], [number === 1, number === visits.length])
  if (isLast) assert.deepEqual(total, { fewest: number, most: number })
  else assert.ok(total.fewest > number)
  assert.ok(state.reached >= state.at)
  const rights = visits.map((one) => checkVisit(one, state.answers).size === 0)
  for (const [i, place] of places.entries()) {
    assert.equal(place.isCurrent, i === number - 1)
    assert.equal(place.isReached, place.visit.index <= state.reached)
    assert.equal(place.canGo, settings.allow_step_navigation && !place.isCurrent && rights.slice(0, i).every(Boolean))
  }
}

function assertTurn(form: PageForm, before: PageState, action: Action, turn: Transition): void {
  const { visit, isLast, stepItems: places, number } = view(form, before)
  const wrongHere = checkVisit(visit, before.answers)
  assert.equal(turn.first, [...turn.errors.keys()][0])
  if (action.kind !== 'set') assert.equal(turn.state.answers, before.answers)
  if (action.kind === 'go') {
    const place = places.find((one) => one.visit.index === action.index)
    assert.equal(turn.state.at, place?.canGo ? action.index : before.at)
  } else if (action.kind === 'back') {
    assert.equal(turn.state.at, (places[number - 2] ?? places[0]!).visit.index)
  } else if (action.kind !== 'set') {
    if (wrongHere.size > 0) assert.deepEqual([turn.errors, turn.state.at], [wrongHere, before.at])
    else if (!isLast) assert.deepEqual([turn.errors.size, turn.state.at], [0, places[number]!.visit.index])
    else assert.equal(turn.answersToSend !== undefined, checkAnswers(form.steps, before.answers).errors.size === 0)
    if (turn.errors.size > 0) assert.deepEqual(turn.errors, checkVisit(view(form, turn.state).visit, before.answers))
  }
  if (turn.answersToSend) assertSendable(form, turn)
}

/** The service accepts the sent answers after a JSON round trip, and stores those of the page. */
function assertSendable({ steps }: PageForm, { state, answersToSend: send }: Transition): void {
  const [here, there] = [checkAnswers(steps, state.answers), checkAnswers(steps, JSON.parse(JSON.stringify(send)))]
  assert.deepEqual([there.errors.size, there.ignored], [0, []])
  assert.deepEqual(there.answers, here.answers)
  assert.deepEqual(walk(steps, send!), walk(steps, state.answers))
}

for (const [name, steps] of Object.entries({ 'a form that could be published': soundSteps, 'any form': anySteps })) {
  test(`whatever people do on ${name}, the page shows the way of the service and sends only what it takes`, () => {
    let sent = 0
    fc.assert(
      fc.property(sessions(steps), ({ form, actions, isRight }) => {
        let state = Object.freeze(opened(form, isRight))
        assertShown(form, state)
        for (const action of actions) {
          Object.freeze(state.answers)
          const turn = act(form, state, action)
          assertTurn(form, state, action, turn)
          assertShown(form, turn.state)
          assert.ok(turn.state.reached >= state.reached)
          if (turn.answersToSend) sent++
          state = Object.freeze(turn.state)
        }
      }),
      { seed: 20261115, numRuns: 1500 },
    )
    assert.ok(sent > 200, `sent ${sent} times`)
  })
}

test('from anywhere, right answers and as many presses as there are steps lead to sending', () =>
  fc.assert(
    fc.property(sessions(soundSteps), ({ form, actions, isRight }) => {
      const end = actions.reduce((state, action) => act(form, state, action).state, opened(form, isRight))
      let turn: Transition = { state: end, errors: new Map() }
      turn = { ...turn, state: { ...end, answers: rightened(form.steps, end.answers) } }
      let presses = 0
      for (; !turn.answersToSend; presses++) {
        assert.ok(presses < form.steps.length)
        turn = next(form, turn.state)
      }
    }),
    { seed: 20261115, numRuns: 1500 },
  ))

const field = (key: string, more: Partial<Field> = {}): Field => ({
  type: 'text',
  label: key,
  key,
  required: false,
  ...more,
})
const step = (key: string, fields: Field[]): Step => ({ key, title: key, fields, routing: [] })
const formOf = (...steps: Step[]): PageForm => ({ steps, settings: { allow_step_navigation: true } })

test('a form opens with its defaults under what is known, and what people take back stays away', () => {
  const heading = field('h', { type: 'heading', default: 'x' })
  const usual = [
    field('a', { default: 'x' }),
    field('b', { default: false, type: 'yes_no' }),
    field('a', { default: 'y' }),
  ]
  const form = formOf(step('s1', [...usual, heading, field('__proto__', { default: 'p' })]))
  const state = open(form, { b: true })
  assert.deepEqual(Object.entries(state.answers).sort(), [
    ['__proto__', 'p'],
    ['a', 'x'],
    ['b', true],
  ])
  const cleared = setAnswer(form, state, 'a', undefined)
  assert.deepEqual(Object.keys(next(form, cleared).answersToSend!).sort(), ['__proto__', 'b'])
  assert.deepEqual(state.answers.a, 'x')
})

test('answers of hidden fields are not sent, and are restored when the fields are visible again', () => {
  const conditions = [{ field: 'a', operator: 'is' as const, value: 'x' }]
  const form = formOf(step('s1', [field('a'), field('b', { visible_when: { combinator: 'and', conditions } })]))
  const both = setAnswer(form, setAnswer(form, open(form), 'a', 'x'), 'b', ' kept ')
  assert.deepEqual(next(form, setAnswer(form, both, 'a', 'y')).answersToSend, { a: 'y' })
  assert.deepEqual(next(form, setAnswer(form, setAnswer(form, both, 'a', 'y'), 'a', 'x')).answersToSend, {
    a: 'x',
    b: ' kept ',
  })
})

test('errors of the service are displayed on the first step that has one, or on the current step', () => {
  const form = formOf(step('s1', [field('a')]), step('s2', [field('b'), field('c')]), step('s3', [field('d')]))
  const state = { ...open(form), at: 2, reached: 2 }
  const rejected = showErrors(
    form,
    state,
    new Map([
      ['c', 'No such client.'],
      ['b', 'No.'],
      ['d', 'No.'],
    ]),
  )
  assert.deepEqual([rejected.state.at, rejected.first, [...rejected.errors.keys()]], [1, 'b', ['b', 'c']])
  assert.deepEqual(showErrors(form, state, new Map([['z', 'No.']])), { state, errors: new Map() })
  const titled = formOf(step('s1', [field('d', { type: 'heading' })]), step('s2', [field('d')]))
  assert.equal(showErrors(titled, open(titled), new Map([['d', 'No.']])).state.at, 1)
})

test('goToNumber goes back without a check, forward up to the first step with errors, and never sends', () => {
  const steps = ['a', 'b', 'c'].map((key) => step(key, [field(key, { required: true })]))
  const form = formOf(...steps)
  const state = { answers: { a: 'x' }, at: 1, reached: 2 }
  const at = (number: number, from: PageState = state) => {
    const turn = goToNumber(form, from, number)
    return [turn.state.at, [...turn.errors.keys()], turn.answersToSend]
  }
  assert.deepEqual(at(1), [0, [], undefined])
  assert.deepEqual(at(2), [1, [], undefined])
  assert.deepEqual(at(3), [1, ['b'], undefined])
  const right = { answers: { a: 'x', b: 'y', c: 'z' }, at: 0, reached: 0 }
  assert.deepEqual(at(3, right), [2, [], undefined])
  assert.deepEqual([at(9, right)[0], at(-1, right)[0]], [2, 0])
})

test('a step that became invalid after the user left it is displayed again before anything is sent', () => {
  const form = formOf(step('s1', [field('a', { required: true })]), step('s2', [field('b')]))
  const state = next(form, setAnswer(form, open(form), 'a', 'x')).state
  const turn = submit(form, setAnswer(form, state, 'a', ''))
  assert.deepEqual([turn.state.at, turn.state.reached, turn.first, turn.answersToSend], [0, 1, 'a', undefined])
})

test('an answer that removes its own step from the path leads back to the last step before it', () => {
  const conditions = [{ field: 'a', operator: 'is' as const, value: 'x' }]
  const skip = { when: { combinator: 'and' as const, conditions }, go_to: 'submit' }
  const form = formOf({ ...step('s1', [field('a')]), routing: [skip] }, step('s2', [field('a')]))
  const { state } = next(form, open(form))
  assert.equal(state.at, 1)
  assert.deepEqual(setAnswer(form, state, 'a', 'x'), { answers: { a: 'x' }, at: 0, reached: 1 })
})
