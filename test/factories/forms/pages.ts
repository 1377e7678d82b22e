import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { FormPageData } from '../../../src/forms/page/page-data.ts'
import type { Organisation } from '../../harness/harness.ts'
import { formsOf } from './forms.ts'

/** Requests to the pages of an organisation's forms. */
export function formPages(app: Pick<FastifyInstance, 'inject'>, db: pg.Pool, org: Organisation) {
  const forms = formsOf(db, org)
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  const post = (url: string, payload: object | string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: `${url}/submissions`, payload, headers })
  const addressOf = async (id: number) => {
    const { rows } = await db.query('select key from form where org_id = $1 and id = $2', [org.orgId, id])
    return `/f/${org.slug}/${rows[0].key}`
  }
  const publish = async (parts: Parameters<typeof forms.publishedForm>[0], id?: number) =>
    addressOf(await forms.publishedForm(parts, id))
  return { forms, get, post, addressOf, publish }
}

export const sending = () => `sending-${Math.random().toString(36).slice(2)}`
export const dataOf = (page: string): FormPageData =>
  JSON.parse(/<script type="application\/json" id="form-data">(.*?)<\/script>/s.exec(page)![1]!)
