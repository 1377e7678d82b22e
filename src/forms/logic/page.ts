import { checkAnswers, checkVisit } from './check.ts'
import { type Answers, isAnswerable, type Step } from './form.ts'
import { own, type StepRange, stepsAhead, type Visit, walk } from './walk.ts'

/**
 * The state of a form's page without its rendering: the current step, the answers, and the result of each action. Every
 * function returns a new state and leaves the old one unchanged.
 */
export interface PageForm {
  steps: readonly Step[]
  settings: { allow_step_navigation: boolean }
}

export interface PageState {
  /** All answers so far. Those of fields that are hidden now are restored when the fields become visible again. */
  answers: Answers
  /** The index of the current step among all steps of the form. */
  at: number
  /** The index of the furthest step that was displayed. */
  reached: number
}

/** The result of an action. */
export interface Transition {
  state: PageState
  /** The errors on the step that is displayed now, by the key of the field. */
  errors: Map<string, string>
  /** The first field with an error, which gets the focus. */
  first?: string
  /** Set when all answers are valid: the answers to send, without those of hidden fields. */
  answersToSend?: Answers
}

/** An item of the list of steps. */
export interface StepItem {
  visit: Visit
  isCurrent: boolean
  isReached: boolean
  /** Whether the user may go to the step directly. */
  canGo: boolean
}

export interface View {
  /** The current step with its visible fields. */
  visit: Visit
  /** All steps of the path that the answers so far lead along. */
  stepItems: StepItem[]
  /** Counted from 1, on the path. */
  number: number
  /**
   * How many steps there are in all. The answers on this step and later ones decide within the range. On the last step by the
   * answers so far it is one number, because the button submits.
   */
  total: StepRange
  isFirst: boolean
  /** Whether the button submits the form. */
  isLast: boolean
}

/** The initial state: fields have their defaults, or the prefilled answers of a link. */
export function open({ steps }: PageForm, known: Answers = {}): PageState {
  const fields = steps
    .flatMap((step) => step.fields)
    .filter((field) => isAnswerable(field) && field.default !== undefined)
  // If two fields have the same key, the first one counts.
  const defaults = Object.fromEntries(fields.reverse().map((field) => [field.key, field.default]))
  return { answers: { ...defaults, ...known }, at: 0, reached: 0 }
}

/** What the page displays. A published form has at least one step, and its path starts with the first. */
export function view(form: PageForm, state: PageState): View {
  const visits = walk(form.steps, state.answers)
  const current = currentOf(visits, state)
  const firstWrong = visits.findIndex((visit) => checkVisit(visit, state.answers).size > 0)
  const places = visits.map((visit, i) => ({
    visit,
    isCurrent: i === current,
    isReached: visit.index <= state.reached,
    canGo: form.settings.allow_step_navigation && i !== current && (firstWrong === -1 || i <= firstWrong),
  }))
  const [isFirst, isLast] = [current === 0, current === visits.length - 1]
  const visit = visits[current]!
  const { fewest, most } = isLast ? { fewest: 1, most: 1 } : stepsAhead(form.steps, visit.index)
  // By the answers so far another step follows, unless this is the last one.
  const total = { fewest: current + (isLast ? fewest : Math.max(2, fewest)), most: current + most }
  return { visit, stepItems: places, number: current + 1, total, isFirst, isLast }
}

/** Sets an answer; undefined removes it. It is checked when the user leaves the step. */
export function setAnswer({ steps }: PageForm, state: PageState, key: string, value: unknown): PageState {
  const answers = { ...state.answers, [key]: value }
  // An answer can remove its own step from the path only if an earlier field has the same key.
  const visits = walk(steps, answers)
  return { ...state, answers, at: visits[currentOf(visits, state)]?.index ?? 0 }
}

/** Goes to the next step if this one is valid; on the last step returns the answers to send. */
export function next({ steps }: PageForm, state: PageState): Transition {
  const visits = walk(steps, state.answers)
  const current = currentOf(visits, state)
  const errors = checkVisit(visits[current]!, state.answers)
  if (errors.size > 0) return moveTo(state, visits[current]!, errors)
  const following = visits[current + 1]
  return following ? moveTo(state, following) : send(steps, state)
}

/** Same as `next`: from an earlier step it goes on, so that no step is sent unseen. */
export const submit = next

/** Checks all steps again: a step may have become invalid after the user left it. */
function send(steps: readonly Step[], state: PageState): Transition {
  for (const visit of walk(steps, state.answers)) {
    const errors = checkVisit(visit, state.answers)
    if (errors.size > 0) return moveTo(state, visit, errors)
  }
  const { errors, answers: given } = checkAnswers(steps, state.answers)
  return {
    state,
    errors,
    answersToSend: Object.fromEntries(given.map(({ field: { key } }) => [key, own(state.answers, key)])),
  }
}

/** Goes to the first step that has one of these errors, which the service returned. */
export function showErrors({ steps }: PageForm, state: PageState, errors: ReadonlyMap<string, string>): Transition {
  const visits = walk(steps, state.answers)
  const wrong = ({ fields }: Visit) => fields.filter((field) => isAnswerable(field) && errors.has(field.key))
  const visit = visits.find((one) => wrong(one).length > 0) ?? visits[currentOf(visits, state)]!
  return moveTo(state, visit, new Map(wrong(visit).map(({ key }) => [key, errors.get(key)!])))
}

/** Goes back without checking the current step. */
export function back({ steps }: PageForm, state: PageState): Transition {
  const visits = walk(steps, state.answers)
  return moveTo(state, visits[Math.max(0, currentOf(visits, state) - 1)]!)
}

/** Goes to a step by its index if that is allowed; otherwise changes nothing. */
export function goTo(form: PageForm, state: PageState, index: number): Transition {
  const place = view(form, state).stepItems.find(({ visit }) => visit.index === index)
  return place?.canGo ? moveTo(state, place.visit) : { state, errors: new Map() }
}

/**
 * Goes to a step by its number on the path, for the browser's back and forward buttons: back without a check, forward up to
 * the first step with errors, never past the last step.
 */
export function goToNumber({ steps }: PageForm, state: PageState, number: number): Transition {
  const visits = walk(steps, state.answers)
  const target = Math.min(Math.max(1, number), visits.length) - 1
  for (const visit of visits.slice(currentOf(visits, state), target)) {
    const errors = checkVisit(visit, state.answers)
    if (errors.size > 0) return moveTo(state, visit, errors)
  }
  return moveTo(state, visits[target]!)
}

/** The index of the current step on the path, or of the last step before it that is still on the path. */
const currentOf = (visits: readonly Visit[], { at }: PageState): number =>
  Math.max(0, visits.filter(({ index }) => index <= at).length - 1)

function moveTo({ answers, reached }: PageState, { index }: Visit, errors = new Map<string, string>()): Transition {
  const state = { answers, at: index, reached: Math.max(reached, index) }
  const [first] = errors.keys()
  return first === undefined ? { state, errors } : { state, errors, first }
}
