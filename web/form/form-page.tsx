import { useEffect, useRef } from 'react'
import { idOf } from './ids.ts'
import { Receipt } from './receipt.tsx'
import { StepForm } from './step-form.tsx'
import { type FormPageProps, useFilling } from './use-filling.ts'
import { useSteadyTaps } from './use-steady-taps.ts'

export function FormPage(props: FormPageProps) {
  const { form } = props
  const filling = useFilling(props)
  const { focus, sent, errors, view, isSending } = filling
  const heading = useRef<HTMLHeadingElement>(null)
  useSteadyTaps(focus)

  useEffect(() => {
    if (!focus) return
    if (focus.on === 'field') return document.getElementById(idOf(focus.key!))?.focus()
    // Scrolls without animation: a running animation could stop before the heading.
    window.scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
    if (focus.on === 'heading' && heading.current && isLow(heading.current)) {
      heading.current.scrollIntoView({ block: 'start', behavior: 'instant' })
    }
  }, [focus])

  useEffect(() => {
    // Fields are disabled while they are sent, so the focus goes to the submit button.
    if (isSending) document.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [isSending])

  const isAtStart = !sent && view.isFirst
  useEffect(() => {
    // The description is only displayed on the first step.
    document.querySelector<HTMLElement>('.lead')?.toggleAttribute('hidden', !isAtStart)
  }, [isAtStart])

  const where = sent ? 'Sent' : view.stepItems.length > 1 ? view.visit.step.title : undefined
  const title = [errors.size > 0 && 'Error', where, form.name, form.organisation].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])

  if (sent) {
    const { state, startOver } = filling
    return <Receipt form={form} sent={sent} answers={state.answers} heading={heading} again={startOver} />
  }
  return <StepForm form={form} filling={filling} heading={heading} />
}

/** Whether the element is so low that little of the content below it is visible. */
const isLow = (element: HTMLElement): boolean => element.getBoundingClientRect().bottom > window.innerHeight * 0.7
