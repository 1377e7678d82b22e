import type pg from 'pg'
import type { ApiResponse, Organisation } from '../harness/harness.ts'

type Pick = (below: number) => number
const common = ['client', 'staff', 'site', 'task_note', 'billable']

/** One random write of a program that works with the records of an organisation. Many are rejected by rules, as in life. */
export function writesOf(db: pg.Pool, org: Organisation, pick: Pick) {
  let count = 0
  const unique = (name: string) => `${name} ${++count}`
  const among = <T>(values: readonly T[]): T => values[pick(values.length)]!
  /** One of the first ids of a table: a copy has read them already, and other records name the same few people. */
  const idOf = async (table: string, where = 'true'): Promise<number> => {
    const below = common.includes(table) ? 8 : 30
    const { rows } = await db.query(
      `select id from (select id from ${table} r where org_id = $1 and ${where} order by id limit ${below}) few offset $2 limit 1`,
      [org.orgId, pick(below)],
    )
    return rows[0]?.id ?? 1
  }
  const refOf = async (where = 'deleted_at is null') => {
    const id = await idOf('shift', where)
    const { rows } = await db.query(
      `select s.type, (select min(a.id) from appointment a where a.org_id = s.org_id and a.shift_id = s.id) as first
       from shift s where s.org_id = $1 and s.id = $2`,
      [org.orgId, id],
    )
    return rows[0]?.type === 'single' ? `a:${rows[0].first}` : `g:${id}`
  }
  const scope = () => among(['this', 'this_and_following'])
  const day = () => `2026-11-${String(1 + pick(28)).padStart(2, '0')}`
  const recurrence = () => ({ every: 1, unit: among(['Day', 'Week']), ends_after: 3 + pick(4) })
  const inSeries = 'deleted_at is null and series_id is not null'

  const people: (() => Promise<ApiResponse>)[] = [
    () =>
      org.post('/clients', {
        ...{ first_name: unique('Joan'), last_name: 'Hart', client_type: 'NDIS', business_id: org.businessId },
      }),
    async () => org.patch(`/clients/${await idOf('client')}`, { last_name: unique('Hart') }),
    async () => org.patch(`/clients/${await idOf('client')}`, { address: unique('Gum St'), status: 'Active' }),
    async () => org.delete(`/clients/${await idOf('client')}`),
    () => org.post('/staff', { first_name: unique('Ana'), last_name: 'Li', status: 'Active' }),
    async () => org.patch(`/staff/${await idOf('staff', `status = 'Active'`)}`, { first_name: unique('Ana') }),
    async () => org.post(`/staff/${await idOf('staff')}/status`, { status: among(['Inactive', 'Active']) }),
    async () => org.post('/sites', { name: unique('House'), participant_ids: [await idOf('client')] }),
    async () => org.patch(`/sites/${await idOf('site')}`, { name: unique('House') }),
    async () => org.patch(`/sites/${await idOf('site')}`, { participant_ids: [await idOf('client')] }),
  ]
  const shifts: (() => Promise<ApiResponse>)[] = [
    ...Array(3).fill(async () => {
      const start = day()
      const type = among(['single', 'group', 'site'])
      return org.post('/shifts', {
        ...{
          type,
          start: `${start} 09:00:00`,
          end: `${start} 11:00:00`,
          publish: pick(2) === 0,
          title: unique('Visit'),
        },
        client_ids: [await idOf('client', `status = 'Active'`)],
        staff_ids: [await idOf('staff', `status = 'Active'`)],
        ...(type === 'site' && { site_id: await idOf('site', `status = 'Active'`) }),
        ...(pick(2) === 0 && { recurrence: recurrence() }),
        ...{ override_conflicts: ['staff_overlap'], override_reason: 'Agreed' },
      })
    }),
    async () => org.patch(`/shifts/${await refOf()}`, { title: unique('Visit') }),
    async () => {
      const staff_ids = [await idOf('staff', `status = 'Active'`)]
      const override = { override_conflicts: ['staff_overlap'], override_reason: 'Agreed' }
      return org.patch(`/shifts/${await refOf(inSeries)}`, { staff_ids, scope: scope(), ...override })
    },
    async () => org.patch(`/shifts/${await refOf(inSeries)}`, { title: unique('Visit'), scope: 'this_and_following' }),
    async () =>
      org.patch(`/shifts/${await refOf(inSeries)}`, {
        ...{ recurrence: pick(2) === 0 ? null : recurrence(), scope: 'this_and_following' },
      }),
    async () => org.post('/shifts/publish', { refs: [await refOf()], scope: scope() }),
    async () => org.post('/shifts/unpublish', { refs: [await refOf()] }),
    async () => org.post(`/shifts/${await refOf()}/cancel`, { cancelled_by: 'client', reason: 'Away', scope: scope() }),
    async () => org.post(`/shifts/${await refOf(`status = 'cancelled' and deleted_at is null`)}/restore`, {}),
    async () => org.post(`/shifts/${await refOf()}/notes`, { notes: unique('Note') }),
    async () => {
      const ref = await refOf(`status = 'scheduled' and deleted_at is null`)
      const staff = (await org.get(`/shifts/${ref}`)).body.data?.staff ?? []
      return org.post(`/shifts/${ref}/clock-in`, { staff_ids: staff.map(({ id }: { id: number }) => id) })
    },
    ...Array(2).fill(async () =>
      org.call('DELETE', '/shifts', { refs: [await refOf(), await refOf(inSeries)], scope: scope() }),
    ),
  ]
  const tasks: (() => Promise<ApiResponse>)[] = [
    ...Array(3).fill(async () =>
      org.post('/tasks', {
        ...{ title: unique('Task'), date: day(), client: await idOf('client'), assignee: await idOf('staff') },
        ...{ minutes: 30, billable: true, price_code: await idOf('price_code', 'effective_from is null') },
        ...(pick(2) === 0 && { recurrence: recurrence() }),
      }),
    ),
    async () => org.patch(`/tasks/${await idOf('task')}`, { title: unique('Task'), minutes: pick(60) }),
    async () =>
      org.patch(`/tasks/${await idOf('task', 'series_id is not null')}`, { title: unique('Task'), scope: scope() }),
    async () =>
      org.patch(`/tasks/${await idOf('task', 'series_id is not null')}`, {
        ...{ recurrence: pick(2) === 0 ? null : recurrence(), scope: 'this_and_following' },
      }),
    async () => org.patch(`/tasks/${await idOf('task')}`, { completed: pick(3) > 0 }),
    async () => org.post('/tasks/sync-billables', { task_ids: [await idOf('task', 'completed and billable')] }),
    async () =>
      org.post('/billables/bill', { ids: [await idOf('billable', `status = 'pending'`)], invoice_number: unique('I') }),
    async () => org.post(`/billables/${await idOf('billable', `status <> 'void'`)}/void`, { reason: 'Wrong' }),
    async () =>
      org.post(`/tasks/${await idOf('task')}/charges`, {
        price_code: await idOf('price_code', 'effective_from is null'),
        minutes: 10,
      }),
    async () => org.delete(`/task-charges/${await idOf('task_charge')}`),
    async () => org.post(`/tasks/${await idOf('task')}/notes`, { notes: unique('Note') }),
    ...Array(3).fill(async () => org.patch(`/notes/task:${await idOf('task_note')}`, { notes: unique('Note') })),
    ...Array(3).fill(async () => org.delete(`/tasks/${await idOf('task')}?scope=${scope()}`)),
    async () =>
      org.delete(
        `/tasks/${await idOf('task', `id in (select task_id from billable where org_id = r.org_id and status = 'void')`)}`,
      ),
  ]
  const prospects: (() => Promise<ApiResponse>)[] = [
    () => org.post('/prospects', { first_name: unique('Max'), last_name: 'Orr' }),
    async () => org.patch(`/prospects/${await idOf('prospect')}`, { suburb: unique('Ryde') }),
    async () => org.post(`/prospects/${await idOf('prospect')}/notes`, { notes: unique('Note') }),
    async () =>
      org.post(`/prospects/${await idOf('prospect')}/convert`, {
        ...{ client_type: 'NDIS', business_id: org.businessId, allow_duplicate: true },
      }),
  ]
  const areas = [people, shifts, shifts, tasks, tasks, prospects]
  return () => among(among(areas))()
}
