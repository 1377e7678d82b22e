import assert from 'node:assert/strict'
import type pg from 'pg'
import type { Organisation } from '../../harness/harness.ts'

const path = '/reports/dashboards'

/** Dashboards of an organisation, with insights and spaces inserted directly. */
export function dashboardsOf(db: pg.Pool, org: Organisation) {
  const insight = async (visualization = 'metric', more: { name?: string; id?: number } = {}): Promise<number> => {
    const spec = { source: 'clients', metric: 'records::count', visualization }
    const { rows } = await db.query(
      `insert into insight (org_id, id, name, spec)
       values ($1, coalesce($2, nextval('insight_id_seq')), $3, $4) returning id`,
      [org.orgId, more.id, more.name ?? `A ${visualization}`, spec],
    )
    return rows[0].id
  }
  const space = async (name = 'Operations', subfolders: { id: string; name: string }[] = []): Promise<number> => {
    const { rows } = await db.query('insert into space (org_id, name, subfolders) values ($1, $2, $3) returning id', [
      ...[org.orgId, name, JSON.stringify(subfolders)],
    ])
    return rows[0].id
  }
  const create = async (body: object = {}) => {
    const answer = await org.post(path, { name: 'Board', ...body })
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  /** A dashboard with text cards; each position is x, y, w, h and whether the card is locked. */
  const withTexts = async (
    positions: [x: number, y: number, w: number, h: number, locked?: boolean][],
    auto_layout = false,
  ) => {
    const made = await create({ settings: { auto_layout } })
    for (const [x, y, w, h, locked = false] of positions) {
      await db.query(
        `insert into dashboard_card (org_id, dashboard_id, type, text, x, y, w, h, locked)
         values ($1, $2, 'text', 'T', $3, $4, $5, $6, $7)`,
        [org.orgId, made.id, x, y, w, h, locked],
      )
    }
    return read(made.id)
  }
  const read = async (id: number) => (await org.get(`${path}/${id}`)).body.data
  const patch = (id: number, body: object) => org.patch(`${path}/${id}`, body)
  const edit = (id: number, ...operations: object[]) => patch(id, { operations })
  const edited = async (id: number, ...operations: object[]) => {
    const answer = await edit(id, ...operations)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const protect = (id: number) =>
    db.query('update dashboard set protected = true where org_id = $1 and id = $2', [org.orgId, id])
  return { org, path, insight, space, create, withTexts, read, patch, edit, edited, protect }
}

/** The positions of the cards, in the order of the response. */
export const positionsOf = ({ cards }: { cards: { position: Record<'x' | 'y' | 'w' | 'h', number> }[] }) =>
  cards.map(({ position: { x, y, w, h } }) => [x, y, w, h])
