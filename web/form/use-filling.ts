import { useMemo, useRef, useState } from 'react'
import type { Answers } from '../../src/forms/logic/form.ts'
import * as page from '../../src/forms/logic/page.ts'
import { has } from '../../src/forms/logic/walk.ts'
import type { FormPageData, SubmitResponse } from '../../src/forms/page/page-data.ts'
import { draftName, labelsOf, newSending, readDraft, restored } from './draft.ts'
import { type Outcome, sendAnswers, serverFailure } from './send.ts'
import { useDraft } from './use-draft.ts'
import { useHistory } from './use-history.ts'

/** What gets the focus after a transition; each transition sets a new object. */
export type Focus = { on: 'heading' | 'field' | 'start'; key?: string | undefined }

interface Filling {
  state: page.PageState
  errors: ReadonlyMap<string, string>
  sending: string
  /** The service may have stored the answers under this id. A later change therefore needs a new id. */
  mayHaveArrived: boolean
  isTouched: boolean
  isRestored: boolean
  /** Set for a draft of an earlier version: the labels of answers that no longer fit. */
  dropped?: readonly string[] | undefined
  /** All ids that this draft had: another window may have it with one of them. */
  names: readonly string[]
  /** Another window has sent this draft. */
  isSentElsewhere?: boolean | undefined
  isSending: boolean
  failure?: string | undefined
  /** A new version was published; only that can be sent. */
  isOutdated?: boolean | undefined
  sent?: SubmitResponse | undefined
  focus?: Focus | undefined
  /** Counts restarts, to reset the state inside the fields. */
  round: number
}

export interface FormPageProps {
  form: FormPageData
  /** The path of the page. */
  address: string
  link?: string | undefined
}

const noErrors: ReadonlyMap<string, string> = new Map()

function begin(form: FormPageData, round: number): Filling {
  const state = page.open(form, form.known?.answers)
  const flags = { mayHaveArrived: false, isTouched: false, isRestored: false, isSending: false }
  const sending = newSending()
  return { state, errors: noErrors, sending, names: [sending], ...flags, round }
}

function restore(form: FormPageData, name: string): Filling {
  const [fresh, draft] = [begin(form, 0), readDraft(name)]
  if (!draft) return fresh
  // It may have been sent already, before a reload or in another window.
  const flags = { mayHaveArrived: true, isTouched: true, isRestored: true }
  return { ...fresh, ...restored(form, draft), sending: draft.sending, names: [draft.sending], ...flags }
}

/** The state of the page and its actions. */
export function useFilling({ form, address, link }: FormPageProps) {
  const name = draftName(address, form.key, link)
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
  const { remove, markSent } = useDraft(name, draft, (item) =>
    setFilling((old) => {
      if (!old.sent && old.names.includes(item.sent!)) {
        return { ...old, isSentElsewhere: true, mayHaveArrived: old.mayHaveArrived || item.sent === old.sending }
      }
      // Another window edits the same draft: this one gets a new id.
      return old.mayHaveArrived || item.sending !== old.sending ? old : { ...old, ...withNewId(old) }
    }),
  )

  function answer(key: string, value: unknown) {
    // Answers that are being sent cannot be changed.
    if (isBusy.current) return
    setFilling((old) => {
      const errors = new Map(old.errors)
      errors.delete(key)
      // Answers that may have been stored keep their id only until they change.
      const renewed = old.mayHaveArrived ? { ...withNewId(old), mayHaveArrived: false } : {}
      const state = page.setAnswer(form, old.state, key, value)
      return { ...old, ...renewed, state, errors, failure: undefined, isTouched: true, isSentElsewhere: false }
    })
  }

  function transition(action: (state: page.PageState) => page.Transition) {
    setFilling((old) => {
      const { state, errors, first } = action(old.state)
      const focus: Focus = first === undefined ? { on: 'heading' } : { on: 'field', key: first }
      return {
        ...old,
        state,
        errors,
        focus,
        failure: undefined,
        isSending: false,
        isRestored: false,
        dropped: undefined,
      }
    })
  }

  async function next() {
    if (isBusy.current) return
    const { answersToSend } = page.next(form, state)
    if (!answersToSend) return transition((now) => page.next(form, now))
    isBusy.current = true
    change({
      isSending: true,
      isSentElsewhere: false,

      errors: noErrors,
      failure: undefined,
      mayHaveArrived: true,
      isTouched: true,
    })
    const outcome = await sendAnswers(address, {
      answers: { ...removedPrefill(form, answersToSend), ...answersToSend },
      sending,
      version: form.version,
      link,
    })
    isBusy.current = false
    arrive(outcome, filling.mayHaveArrived)
  }

  /** If the outcome of one try is unknown, it stays unknown until there is a new id, whatever the later outcomes. */
  function arrive(outcome: Outcome, isInDoubt: boolean) {
    if (outcome.kind === 'failed') {
      return change({ isSending: false, failure: outcome.text, mayHaveArrived: isInDoubt || outcome.isUnknown })
    }
    if (outcome.kind === 'changed') {
      // An earlier try may have been stored, so the id stays.
      return change({ isSending: false, failure: outcome.text, isOutdated: true })
    }
    if (outcome.kind === 'rejected') {
      change({ mayHaveArrived: isInDoubt })
      const isOnPage = page.showErrors(form, state, outcome.errors).errors.size > 0
      // The person cannot correct an error that belongs to no field of the page.
      return isOnPage
        ? transition((now) => page.showErrors(form, now, outcome.errors))
        : change({ isSending: false, failure: serverFailure })
    }
    markSent(sending)
    change({ isSending: false, isTouched: false, sent: outcome.sent, focus: { on: 'heading' } })
    if (redirectsAtOnce(outcome.sent)) window.location.assign(outcome.sent.redirect_url!)
  }

  function startOver() {
    remove()
    setFilling({ ...begin(form, round + 1), focus: { on: 'start' } })
  }

  const view = page.view(form, state)
  // After sending, one step back leaves the page. Before a redirect the history stays untouched.
  useHistory(sent ? (redirectsAtOnce(sent) ? undefined : 1) : view.number, (number) => {
    if (!isBusy.current && !sent) transition((now) => page.goToNumber(form, now, number))
  })

  return {
    ...filling,
    view,
    answer,
    next,
    back: () => isBusy.current || transition((now) => page.back(form, now)),
    goTo: (index: number) => isBusy.current || transition((now) => page.goTo(form, now, index)),
    startOver,
  }
}

export type FillingView = ReturnType<typeof useFilling>

/** Without a success message the page redirects at once. */
const redirectsAtOnce = ({ success_message, redirect_url }: SubmitResponse): boolean =>
  redirect_url !== undefined && success_message === undefined

const withNewId = ({ names }: Filling): Pick<Filling, 'sending' | 'names'> => {
  const sending = newSending()
  return { sending, names: [...names, sending] }
}

/** Prefilled answers that the person removed, as empty texts: otherwise the service would prefill them again. */
const removedPrefill = ({ known }: FormPageData, send: Answers): Answers =>
  Object.fromEntries(Object.keys(known?.answers ?? {}).flatMap((key) => (has(send, key) ? [] : [[key, '']])))
