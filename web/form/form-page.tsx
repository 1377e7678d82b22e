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

  const { title } = view.visit.step
  useEffect(() => {
    const where = sent ? 'Thank you' : view.places.length > 1 ? title : undefined
    const words = [errors.size > 0 ? 'Error' : undefined, where, form.name, form.organisation]
    document.title = words.filter(Boolean).join(' · ')
  }, [sent, view.places.length, title, errors.size > 0, form])

  if (sent) return <Thanks form={form} sent={sent} heading={heading} again={filling.startOver} />
  return <StepForm form={form} filling={filling} heading={heading} />
}
