import { noteStream } from '../../bundle/plain-notes.ts'
import { shownRule } from '../../bundle/recurrence.ts'
import { section } from '../../bundle/section.ts'
import { checkSeries, verifySeries } from './begin-series.ts'
import { settleBillables } from './billed.ts'
import { children, shownChildren } from './children.ts'
import { checkTask, fields } from './fields.ts'
import { giveUp } from './giveup.ts'

/**
 * A task with its charges, notes and documents. Its price code is that of its primary charge. What a bundle says is taken as
 * what happened: prices are not held against dates, nor against who pays for the client.
 */
export const tasks = section({
  list: 'tasks',
  table: 'task',
  fields,
  shown: {
    ...shownChildren,
    price_code:
      '(select price_code from task_charge c where c.org_id = r.org_id and c.task_id = r.id and c.is_primary)',
    recurrence: `(select ${shownRule('s.recurrence')} from task_series s where s.org_id = r.org_id and s.id = r.series_id)`,
  },
  check: checkTask,
  links: {
    client_id: 'clients',
    assignee_id: 'staff',
    price_code: 'price_codes',
    'charges[].price_code': 'price_codes',
  },
  ids: {
    'charges[].id': 'task_charge',
    'notes[].id': 'task_note',
    'documents[].id': 'task_document',
    series_id: 'task_series',
  },
  checkLinks: checkSeries,
  verify: verifySeries,
  children,
  kept: noteStream,
  async before(tx, orgId, problems) {
    await settleBillables(tx, orgId, problems)
    await giveUp(tx, orgId)
  },
})
