import { checkAnswers, checkVisit } from './check.ts'
import { type Answers, isAnswerable, type Step } from './form.ts'
import { own, type Visit, walk } from './walk.ts'

/**
 * The page that people fill a form in on, without its looks: where they are, what they have answered, and what each thing
 * they can do leads to. Every function gives a new state and leaves the old one as it is.
 */
export interface PageForm {
  steps: readonly Step[]
  settings: { allow_step_navigation: boolean }
}

export interface PageState {
  /** Everything answered so far, also to fields that are hidden at the moment: they come back as they were. */
  answers: Answers
  /** The place of the step that is shown among all steps of the form. */
  at: number
  /** The furthest step that was shown. */
  reached: number
}

/** What pressing a button led to. */
export interface Transition {
  state: PageState
  /** What is wrong on the step that is shown now, by the key of the field. Empty where nothing stood in the way. */
  errors: Map<string, string>
  /** The first wrong field of it, to lead people to. */
  first?: string
  /** Set when everything is right: the answers to send, without those to fields that are not asked. */
  answersToSend?: Answers
}

/** A step on the way, for the list of steps. */
export interface StepItem {
  visit: Visit
  isCurrent: boolean
  isReached: boolean
  /** Whether people may go there with one press. */
  canGo: boolean
}

export interface View {
  /** The step that is shown, with the fields it shows. */
  visit: Visit
  /** All steps on the way that the answers give so far. */
  stepItems: StepItem[]
  /** Counted from 1: step `number` of `places.length`. */
  number: number
  isFirst: boolean
  /** Here the button sends the form. */
  isLast: boolean
}

/** A form opened: fields hold their defaults, or what is known already, such as what a link fills in. */
export function open({ steps }: PageForm, known: Answers = {}): PageState {
  const fields = steps
    .flatMap((step) => step.fields)
    .filter((field) => isAnswerable(field) && field.default !== undefined)
  // Of two fields with one key the first counts.
  const defaults = Object.fromEntries(fields.reverse().map((field) => [field.key, field.default]))
  return { answers: { ...defaults, ...known }, at: 0, reached: 0 }
}

/** What is shown. A form that people see has at least one step, and the first is always on the way. */
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
  return { visit: visits[current]!, stepItems: places, number: current + 1, isFirst, isLast }
}

/** Undefined takes the answer back. What is wrong with it is said when people go on. */
export function setAnswer({ steps }: PageForm, state: PageState, key: string, value: unknown): PageState {
  const answers = { ...state.answers, [key]: value }
  // An answer leads away from the step it is given on only where an earlier field has the same key.
  const visits = walk(steps, answers)
  return { ...state, answers, at: visits[currentOf(visits, state)]?.index ?? 0 }
}

/** Goes on if this step is right, and from the last step sends. */
export function next({ steps }: PageForm, state: PageState): Transition {
  const visits = walk(steps, state.answers)
  const current = currentOf(visits, state)
  const errors = checkVisit(visits[current]!, state.answers)
  if (errors.size > 0) return moveTo(state, visits[current]!, errors)
  const following = visits[current + 1]
  return following ? moveTo(state, following) : send(steps, state)
}

/** Sends from the last step; from any other it goes on, so that nobody sends what they have not seen. */
export const submit = next

/** Everything is looked at once more: a step may have become wrong after people left it. */
function send(steps: readonly Step[], state: PageState): Transition {
  for (const visit of walk(steps, state.answers)) {
    const errors = checkVisit(visit, state.answers)
    if (errors.size > 0) return moveTo(state, visit, errors)
  }
  const { errors, given } = checkAnswers(steps, state.answers)
  return {
    state,
    errors,
    answersToSend: Object.fromEntries(given.map(({ field: { key } }) => [key, own(state.answers, key)])),
  }
}

/** Shows the first step that has one of these errors: for what only the service can find. */
export function showErrors({ steps }: PageForm, state: PageState, errors: ReadonlyMap<string, string>): Transition {
  const visits = walk(steps, state.answers)
  const wrong = ({ fields }: Visit) => fields.filter((field) => isAnswerable(field) && errors.has(field.key))
  const visit = visits.find((one) => wrong(one).length > 0) ?? visits[currentOf(visits, state)]!
  return moveTo(state, visit, new Map(wrong(visit).map(({ key }) => [key, errors.get(key)!])))
}

/** Goes back, whatever this step holds. */
export function back({ steps }: PageForm, state: PageState): Transition {
  const visits = walk(steps, state.answers)
  return moveTo(state, visits[Math.max(0, currentOf(visits, state) - 1)]!)
}

/** Goes to a step by its place in the form if people may; otherwise nothing happens. */
export function goTo(form: PageForm, state: PageState, index: number): Transition {
  const place = view(form, state).stepItems.find(({ visit }) => visit.index === index)
  return place?.canGo ? moveTo(state, place.visit) : { state, errors: new Map() }
}

/**
 * Goes to a step by its number on the way, as the browser's own buttons do: back whatever this step holds, on as far as
 * everything is right, and never to the end.
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

/** The step that is shown, or the last before it that is still on the way. */
const currentOf = (visits: readonly Visit[], { at }: PageState): number =>
  Math.max(0, visits.filter(({ index }) => index <= at).length - 1)

function moveTo({ answers, reached }: PageState, { index }: Visit, errors = new Map<string, string>()): Transition {
  const state = { answers, at: index, reached: Math.max(reached, index) }
  const [first] = errors.keys()
  return first === undefined ? { state, errors } : { state, errors, first }
}
