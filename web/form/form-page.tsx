import { useEffect, useRef } from 'react'
import { idOf } from './ids.ts'
import { StepForm } from './step-form.tsx'
import { Thanks } from './thanks.tsx'
import { type FormPageProps, useFilling } from './use-filling.ts'

export function FormPage(props: FormPageProps) {
  const { form } = props
  const filling = useFilling(props)
  const { focus, sent, errors, view } = filling
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (!focus) return
    if (focus.on === 'field') return document.getElementById(idOf(focus.key!))?.focus()
    // Where a page begins is seen from its top.
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: focus.on === 'start' })
  }, [focus])

  const isAtStart = !sent && view.isFirst
  useEffect(() => {
    // What the form is for is said once, where it begins.
    document.querySelector<HTMLElement>('.lead')?.toggleAttribute('hidden', !isAtStart)
  }, [isAtStart])

  const where = sent ? 'Thank you' : view.places.length > 1 ? view.visit.step.title : undefined
  const title = [errors.size > 0 && 'Error', where, form.name, form.organisation].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])

  if (sent) return <Thanks form={form} sent={sent} heading={heading} again={filling.startOver} />
  return <StepForm form={form} filling={filling} heading={heading} />
}
