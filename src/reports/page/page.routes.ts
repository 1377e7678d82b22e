import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageAssets } from '../../http/pages/assets.ts'
import { apiErrorOf, type ErrorPage, sendErrorPage, sendPage } from '../../http/pages/page.ts'
import { withSecurityHeaders } from '../../http/pages/security-headers.ts'
import { encodingFor, withEncoding } from '../../http/responses/documents.ts'
import { stagesOf } from '../../prospects/options/options.ts'
import { todayIn } from '../../time/local-time.ts'
import { daysOf } from '../engine/date-range.ts'
import { disconnectSignal } from '../engine/disconnect-signal.ts'
import { csvOf, downloadOf } from '../insights/csv.ts'
import { unreadableAreas } from '../spec/areas.ts'
import { compressedLines, linesOf } from './cards.ts'
import { addressOf, type Kind } from './links.ts'
import { goneReport, noResults, tooManyViews, unknownReport } from './notices.ts'
import { computeFor, hasStages, outcomeOf, viewOf } from './outcome.ts'
import { findPageDashboard, findPageInsight, findStages, type PageDashboard, type PageInsight } from './page.sql.ts'
import type { CardData, CardLine } from './page-data.ts'
import { dashboardShell, insightShell } from './shell.ts'
import { loadNames, summaryOf } from './summary.ts'
import { isErrorPage, type Viewer, viewerOf } from './viewer.ts'

export interface ReportPagesOptions {
  frame: PageAssets
  /** Pages a minute for each address; 0 turns the limit off. */
  viewLimit: number
}

type LinkRequest = FastifyRequest<{ Params: { slug: string; id: string }; Querystring: { link?: unknown } }>
interface Opened<Record> {
  viewer: Viewer
  record: Record
}

/** The pages of insights and dashboards, opened by a link. A link is for one page and shows what its token can read. */
export const reportPages: FastifyPluginAsyncTypebox<ReportPagesOptions> = async (app, { frame, viewLimit }) => {
  const { reads, clock } = app
  const pool = reads.primary
  const route = { config: { needs: 'nothing' }, exposeHeadRoute: true } as const
  const views = app.addressLimit('pages of reports', viewLimit)

  const sendError = (request: FastifyRequest, reply: FastifyReply, errorPage: ErrorPage) =>
    sendErrorPage(request, reply, frame, errorPage)
  const contextOf = (request: LinkRequest, viewer: Viewer) => {
    const log = request.log.child({ reqId: request.id })
    return { reads, now: clock.now(), viewer, log, signal: disconnectSignal(request) }
  }

  /** The viewer and the record of a link, or the page to show if the link is not valid. */
  async function openLink<Record extends PageInsight | PageDashboard>(
    request: LinkRequest,
    kind: Kind,
    find: (orgId: number, id: number) => Promise<Record | undefined>,
  ): Promise<Opened<Record> | ErrorPage> {
    const limit = viewLimit === 0 ? undefined : views.take(request.ip)
    if (limit && !limit.allowed) return tooManyViews(limit.resetSeconds)
    const { slug } = request.params
    const id = /^[1-9]\d{0,15}$/.test(request.params.id) ? Number(request.params.id) : 0
    const viewer = await viewerOf(pool, { slug, kind, id, link: request.query.link }, clock.now())
    if (isErrorPage(viewer)) return viewer
    const record = await find(viewer.organisation.orgId, id)
    return record ? { viewer, record } : goneReport(viewer.organisation)
  }
  const insightAt = (request: LinkRequest) =>
    openLink(request, 'insight', (orgId, id) => findPageInsight.first(pool, orgId, id))
  const dashboardAt = (request: LinkRequest) =>
    openLink(request, 'dashboard', (orgId, id) => findPageDashboard.first(pool, orgId, id))

  const isReadable = ({ access }: Viewer, { spec }: PageInsight) => unreadableAreas(access, spec).length === 0

  /** How insights are drawn. Who may not see the results does not learn the stages of prospects either. */
  async function viewsFor(viewer: Viewer, insights: PageInsight[]) {
    const needsStages = insights.some((insight) => isReadable(viewer, insight) && hasStages(insight.spec))
    const stages = needsStages ? stagesOf(await findStages.first(pool, viewer.organisation.orgId)) : []
    return (insight: PageInsight) => viewOf(insight.spec, isReadable(viewer, insight) ? stages : [])
  }

  /** Summaries of insights, undefined for those whose results the viewer may not see. */
  async function summariesFor(viewer: Viewer, insights: PageInsight[]) {
    const open = insights.filter((insight) => isReadable(viewer, insight))
    const nameOf = await loadNames(
      pool,
      viewer.organisation.orgId,
      open.map(({ spec }) => spec),
    )
    return (insight: PageInsight) => (open.includes(insight) ? summaryOf(insight.spec, nameOf) : undefined)
  }

  app.get('/r/:slug/insights/:id', route, async (request: LinkRequest, reply) => {
    const opened = await insightAt(request)
    if (isErrorPage(opened)) return sendError(request, reply, opened)
    const { viewer, record } = opened
    const view = (await viewsFor(viewer, [record]))(record)
    const [outcome, summaries] = await Promise.all([
      outcomeOf(contextOf(request, viewer), record.spec, view),
      summariesFor(viewer, [record]),
    ])
    const data = { kind: 'insight', name: record.name, view, outcome } as const
    const csv = partAddress(request, viewer, 'results.csv')
    return sendPage(request, reply, insightShell(frame, viewer, record, { data, csv, summary: summaries(record) }))
  })

  app.get('/r/:slug/insights/:id/results.csv', route, async (request: LinkRequest, reply) => {
    const opened = await insightAt(request)
    if (isErrorPage(opened)) return sendError(request, reply, opened)
    const { viewer, record } = opened
    const computed = await computeFor(contextOf(request, viewer), record.spec)
    if ('message' in computed) return sendError(request, reply, noResults(viewer.organisation, computed))
    withSecurityHeaders(reply).type('text/csv; charset=utf-8').header('content-disposition', downloadOf(record.name))
    return reply.send(csvOf(computed.results))
  })

  app.get('/r/:slug/dashboards/:id', route, async (request: LinkRequest, reply) => {
    const opened = await dashboardAt(request)
    if (isErrorPage(opened)) return sendError(request, reply, opened)
    const { viewer, record } = opened
    const { organisation, link } = viewer
    const range = record.settings.date_range
    const insights = record.cards.flatMap(({ insight }) => insight ?? [])
    const [summaries, views] = await Promise.all([summariesFor(viewer, insights), viewsFor(viewer, insights)])
    const cards = record.cards.map(({ id, x, y, w, h, insight }): CardData => {
      const summary = insight && summaries(insight)
      const drawn = insight && {
        insight: { name: insight.name, view: views(insight), ...(summary && { summary }) },
      }
      return { id, position: { x, y, w, h }, ...drawn }
    })
    const outcomes = partAddress(request, viewer, 'cards')
    const page = dashboardShell(frame, viewer, record, {
      data: { kind: 'dashboard', cards, outcomes },
      linkTo: (id) => addressOf(request, organisation, 'insight', id, link),
      ...(range && { days: daysOf(range, todayIn(clock.now(), organisation.timezone)) }),
    })
    return sendPage(request, reply, page)
  })

  app.get('/r/:slug/dashboards/:id/cards', { config: route.config }, async (request: LinkRequest, reply) => {
    const opened = await dashboardAt(request)
    if (isErrorPage(opened)) throw apiErrorOf(opened, `${opened.title}.`)
    const { viewer, record } = opened
    const views = await viewsFor(
      viewer,
      record.cards.flatMap(({ insight }) => insight ?? []),
    )
    const { date_range } = record.settings
    const cards = record.cards.flatMap(({ id, insight }) => {
      if (!insight) return []
      const compute = () => outcomeOf(contextOf(request, viewer), insight.spec, views(insight), date_range)
      return [async (): Promise<CardLine> => ({ card: id, ...(await compute()) })]
    })
    // gzip flushes single lines more cheaply than brotli.
    const gzips = encodingFor(request.headers['accept-encoding']) !== 'identity'
    withEncoding(withSecurityHeaders(reply), gzips ? 'gzip' : 'identity').type('application/x-ndjson; charset=utf-8')
    // Otherwise a proxy may buffer the lines.
    return reply.header('x-accel-buffering', 'no').send(compressedLines(linesOf(cards), gzips))
  })

  app.get('/r/*', route, (request, reply) => sendError(request, reply, unknownReport))
}

/** The address of a part of a page, with the same link. */
const partAddress = ({ url }: FastifyRequest, { code }: Viewer, part: string): string =>
  `${url.split('?')[0]}/${part}?link=${code}`
