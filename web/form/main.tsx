import './base.css'
import './buttons.css'
import './fields.css'
import './receipt.css'
import './steps.css'
import './print.css'
import { createRoot } from 'react-dom/client'
import type { FormPageData } from '../../src/forms/page/page-data.ts'
import { FormPage } from './form-page.tsx'

const form = JSON.parse(document.getElementById('form-data')!.textContent!) as FormPageData
const { pathname, search } = window.location
// Only a link that the service has verified is sent back to it.
const link = form.known ? (new URLSearchParams(search).get('for') ?? undefined) : undefined

createRoot(document.getElementById('form')!).render(
  <FormPage form={form} address={pathname.replace(/\/$/, '')} link={link} />,
)
