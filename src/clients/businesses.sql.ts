import { keysetList } from '../db/list.ts'
import { asRows } from '../db/shape.ts'
import { statement } from '../db/statement.ts'
import { insertWithEvent, updateWithEvent } from '../events/outbox.ts'
import type { Business, BusinessCreate, BusinessPatch } from './businesses.schema.ts'

const table = 'business_location'
const writable = ['name', 'address'] as const
const returned = 'id, name, address, created_at, updated_at'

export const list = keysetList({
  name: 'businesses.list',
  table,
  filters: {},
  shape: asRows<Business>(returned),
})

/** For commands, which print all of them. */
export const listAll = statement<[orgId: number], Business>(
  'businesses.list_all',
  `select ${returned} from business_location where org_id = $1 order by id`,
)

export const find = statement<[orgId: number, id: number], Business>(
  'businesses.find',
  `select ${returned} from business_location where org_id = $1 and id = $2`,
)

export const insert = insertWithEvent<BusinessCreate, Business>({
  name: 'businesses.insert',
  table,
  writable,
  returned,
  type: 'business.created',
})

export const update = updateWithEvent<BusinessPatch, Business>({
  name: 'businesses.update',
  table,
  writable,
  returned,
  type: () => `'business.updated'`,
})

/** A client that is created meanwhile waits for this lock, and then finds no location. */
export const lock = statement<[orgId: number, id: number], { id: number }>(
  'businesses.lock',
  'select id from business_location where org_id = $1 and id = $2 for update',
)

export const countClients = statement<[orgId: number, id: number], { clients: number }>(
  'businesses.count_clients',
  'select count(*) as clients from client where org_id = $1 and business_id = $2',
)

export const remove = statement<[orgId: number, id: number], object>(
  'businesses.remove',
  'delete from business_location where org_id = $1 and id = $2',
)

/** The location of a new organisation. Imports know it by `is_initial`. */
export const insertInitial = statement<[orgId: number, name: string], { id: number }>(
  'businesses.insert_initial',
  'insert into business_location (org_id, name, is_initial) values ($1, $2, true) returning id',
)
