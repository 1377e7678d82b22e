import { useMemo, useRef, useState } from 'react'
import type { Answers } from '../../src/forms/logic/form.ts'
import * as page from '../../src/forms/logic/page.ts'
import { has } from '../../src/forms/logic/walk.ts'
import type { FormPageData, SubmitResponse } from '../../src/forms/page/page-data.ts'
import { draftName, labelsOf, newSending, readDraft, restored } from './draft.ts'
import { type Outcome, ourFault, sendAnswers } from './send.ts'
import { useDraft } from './use-draft.ts'
import { useHistory } from './use-history.ts'

/** Where the keyboard goes after a turn; each turn is a new object. */
export type Focus = { on: 'heading' | 'field' | 'start'; key?: string | undefined }

interface Filling {
  state: page.PageState
  errors: ReadonlyMap<string, string>
  sending: string
  /** What is changed after that goes under a new name: under the old one the service may have it as it was. */
  mayHaveArrived: boolean
  isTouched: boolean
  isRestored: boolean
  /** Set when a draft of an earlier version was taken over: what was asked for where an answer no longer fits. */
  left?: readonly string[] | undefined
  /** Names that this draft had: another window may have it under one of them. */
  names: readonly string[]
  /** Another window has sent this draft. */
  isSentElsewhere?: boolean | undefined
  isSending: boolean
  trouble?: string | undefined
  /** Only the new version of the form can be sent. */
  isOutdated?: boolean | undefined
  sent?: SubmitResponse | undefined
  focus?: Focus | undefined
  /** Counts beginnings, so that fields forget what they hold themselves. */
  round: number
}

export interface FormPageProps {
  form: FormPageData
  /** The path of the page, which answers are sent under. */
  address: string
  link?: string | undefined
}

const nothing: ReadonlyMap<string, string> = new Map()

function begin(form: FormPageData, round: number): Filling {
  const state = page.open(form, form.known?.answers)
  const flags = { mayHaveArrived: false, isTouched: false, isRestored: false, isSending: false }
  const sending = newSending()
  return { state, errors: nothing, sending, names: [sending], ...flags, round }
}

function restore(form: FormPageData, name: string): Filling {
  const [fresh, draft] = [begin(form, 0), readDraft(name)]
  if (!draft) return fresh
  // It may have been sent already, before a reload or in another window that has it open.
  const flags = { mayHaveArrived: true, isTouched: true, isRestored: true }
  return { ...fresh, ...restored(form, draft), sending: draft.sending, names: [draft.sending], ...flags }
}

/** A person filling in a form: what they see, and what they can do. */
export function useFilling({ form, address, link }: FormPageProps) {
  const name = draftName(address, link)
  const [filling, setFilling] = useState(() => restore(form, name))
  const isBusy = useRef(false)
  const { state, sending, isTouched, sent, round } = filling
  const change = (part: Partial<Filling>) => setFilling((old) => ({ ...old, ...part }))

  const draft = useMemo(
    () =>
      isTouched && !sent
        ? { version: form.version, sending, labels: labelsOf(form, state.answers), ...state }
        : undefined,
    [form, isTouched, sent, sending, state],
  )
  const { forget, tellSent } = useDraft(name, draft, (written) =>
    setFilling((old) => {
      if (!old.sent && old.names.includes(written.sent!)) {
        return { ...old, isSentElsewhere: true, mayHaveArrived: old.mayHaveArrived || written.sent === old.sending }
      }
      // Another window works on the same draft: from here on these are two.
      return old.mayHaveArrived || written.sending !== old.sending ? old : { ...old, ...renamed(old) }
    }),
  )

  function answer(key: string, value: unknown) {
    // What is on its way cannot be changed any more.
    if (isBusy.current) return
    setFilling((old) => {
      const errors = new Map(old.errors)
      errors.delete(key)
      // What may have arrived keeps its name only as long as it stays the same.
      const renewed = old.mayHaveArrived ? { ...renamed(old), mayHaveArrived: false } : {}
      const state = page.setAnswer(form, old.state, key, value)
      return { ...old, ...renewed, state, errors, trouble: undefined, isTouched: true, isSentElsewhere: false }
    })
  }

  function turn(play: (state: page.PageState) => page.Transition) {
    setFilling((old) => {
      const { state, errors, first } = play(old.state)
      const focus: Focus = first === undefined ? { on: 'heading' } : { on: 'field', key: first }
      return { ...old, state, errors, focus, trouble: undefined, isSending: false, isRestored: false, left: undefined }
    })
  }

  async function next() {
    if (isBusy.current) return
    const { answersToSend } = page.next(form, state)
    if (!answersToSend) return turn((now) => page.next(form, now))
    isBusy.current = true
    change({
      isSending: true,
      isSentElsewhere: false,

      errors: nothing,
      trouble: undefined,
      mayHaveArrived: true,
      isTouched: true,
    })
    const outcome = await sendAnswers(address, {
      answers: { ...takenOut(form, answersToSend), ...answersToSend },
      sending,
      version: form.version,
      link,
    })
    isBusy.current = false
    arrive(outcome, filling.mayHaveArrived)
  }

  /** A try whose end nobody knows stays in doubt until there is a new name, whatever becomes of later ones. */
  function arrive(outcome: Outcome, isInDoubt: boolean) {
    if (outcome.kind === 'failed') {
      return change({ isSending: false, trouble: outcome.text, mayHaveArrived: isInDoubt || outcome.isUnknown })
    }
    if (outcome.kind === 'changed') {
      // An earlier try may have arrived all the same, so the name stays.
      return change({ isSending: false, trouble: outcome.text, isOutdated: true })
    }
    if (outcome.kind === 'refused') {
      change({ mayHaveArrived: isInDoubt })
      const isShown = page.showErrors(form, state, outcome.errors).errors.size > 0
      // What no field of the page is to blame for, nobody on it can mend.
      return isShown
        ? turn((now) => page.showErrors(form, now, outcome.errors))
        : change({ isSending: false, trouble: ourFault })
    }
    tellSent(sending)
    change({ isSending: false, isTouched: false, sent: outcome.sent, focus: { on: 'heading' } })
    if (leadsAway(outcome.sent)) window.location.assign(outcome.sent.redirect_url!)
  }

  function startOver() {
    forget()
    setFilling({ ...begin(form, round + 1), focus: { on: 'start' } })
  }

  const view = page.view(form, state)
  // What was sent is left by going back once. Where people are carried off, nothing may get in between.
  useHistory(sent ? (leadsAway(sent) ? undefined : 1) : view.number, (number) => {
    if (!isBusy.current && !sent) turn((now) => page.goToNumber(form, now, number))
  })

  return {
    ...filling,
    view,
    answer,
    next,
    back: () => isBusy.current || turn((now) => page.back(form, now)),
    goTo: (index: number) => isBusy.current || turn((now) => page.goTo(form, now, index)),
    startOver,
  }
}

export type FillingView = ReturnType<typeof useFilling>

/** Who has nothing to say here has said it there. */
const leadsAway = ({ success_message, redirect_url }: SubmitResponse): boolean =>
  redirect_url !== undefined && success_message === undefined

const renamed = ({ names }: Filling): Pick<Filling, 'sending' | 'names'> => {
  const sending = newSending()
  return { sending, names: [...names, sending] }
}

/** What a link filled in and somebody has emptied: without a word about it the service would fill it in again. */
const takenOut = ({ known }: FormPageData, send: Answers): Answers =>
  Object.fromEntries(Object.keys(known?.answers ?? {}).flatMap((key) => (has(send, key) ? [] : [[key, '']])))
