import type { FastifyRequest } from 'fastify'
import { linkTo } from '../page/links.ts'
import { type Spec, specKeys } from '../spec/spec.schema.ts'
import type { InsightRow } from './insights.sql.ts'

/** An insight as it is shown, without its results. */
export function insightRecord(request: FastifyRequest, row: InsightRow) {
  const { id, name, description, mode, spec, space_id, space, subfolder_id, created_at, updated_at } = row
  return {
    ...{ id, name, description, mode, source: spec.source, visualization: spec.visualization },
    spec: inOrder(spec),
    space: space_id === null ? null : { id: space_id, name: space! },
    subfolder_id,
    protected: row.protected,
    link: linkTo(request, 'insight', id),
    ...{ created_at, updated_at },
  }
}

/** PostgreSQL keeps the keys of an object in an order of its own. */
const inOrder = (spec: Spec): Spec =>
  Object.fromEntries(specKeys.flatMap((key) => (key in spec ? [[key, spec[key]]] : []))) as unknown as Spec
