import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { addressOf, type Kind } from '../../../src/reports/page/links.ts'
import type { CardLine, DashboardPageData, InsightPageData } from '../../../src/reports/page/page-data.ts'
import type { Spec } from '../../../src/reports/spec/spec.schema.ts'
import type { Organisation, TestClock } from '../../harness/harness.ts'

export interface Card {
  insight_id?: number
  text?: string
  /** x, y, w, h */
  at: [number, number, number, number]
  show_title?: boolean
  show_description?: boolean
}
type TestService = { app: Pick<FastifyInstance, 'inject'>; db: pg.Pool; clock: TestClock }

/** Inserts insights and dashboards of an organisation and requests their pages. */
export function reportPagesOf({ app, db, clock }: TestService, org: Organisation) {
  async function insight(
    spec: Partial<Spec> & { source: string },
    name = 'Insight',
    description: string | null = null,
  ) {
    const whole = { metric: 'records::count', visualization: 'metric', ...spec }
    const sql = 'insert into insight (org_id, name, description, spec) values ($1, $2, $3, $4) returning id'
    return Number((await db.query(sql, [org.orgId, name, description, whole])).rows[0].id)
  }
  async function dashboard(cards: Card[], name = 'Board', settings: object = {}, description: string | null = null) {
    const sql = 'insert into dashboard (org_id, name, description, settings) values ($1, $2, $3, $4) returning id'
    const id = Number(
      (await db.query(sql, [org.orgId, name, description, { auto_layout: true, ...settings }])).rows[0].id,
    )
    const ids: number[] = []
    for (const { insight_id, text, at, show_title = true, show_description = false } of cards) {
      const { rows } = await db.query(
        `insert into dashboard_card (org_id, dashboard_id, type, insight_id, text, x, y, w, h, show_title, show_description)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
        [org.orgId, id, text === undefined ? 'insight' : 'text', insight_id, text, ...at, show_title, show_description],
      )
      ids.push(Number(rows[0].id))
    }
    return { id, cards: ids }
  }
  /** The address of a page with its link, by default of the organisation's token and for an hour. */
  async function linkTo(kind: Kind, id: number, { tokenId = org.tokenId, seconds = 3600 } = {}): Promise<string> {
    const { rows } = await db.query('select signing_key from organisation where id = $1', [org.orgId])
    const signer = { orgId: org.orgId, slug: org.slug, signingKey: rows[0].signing_key as Buffer }
    const request = { server: { publicUrl: 'http://x' } } as FastifyRequest
    const expires = Math.floor(clock.now() / 1000) + seconds
    return addressOf(request, signer, kind, id, { tokenId, expires }).slice('http://x'.length)
  }
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { insight, dashboard, linkTo, get }
}

/** The address of a part of a page: `cards`, `results.csv`. */
export const partOf = (address: string, part: string): string => address.replace('?', `/${part}?`)

export const dataOf = <PageData extends InsightPageData | DashboardPageData>(page: string): PageData =>
  JSON.parse(/<script type="application\/json" id="report-data">(.*?)<\/script>/s.exec(page)![1]!)

export const linesOf = (body: string): CardLine[] =>
  body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
