import type { Caller } from '../../access/tokens.ts'
import { pipeline, send } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { found } from '../../http/contract/errors.ts'
import { planFromRow } from '../shifts/record.ts'
import type { Ref } from '../shifts/refs.ts'
import { findShift } from '../shifts/shifts.sql.ts'
import { findConflicts, maxListed } from './conflicts.ts'

/** The current conflicts of a shift, accepted or not. Nothing is locked. */
export const conflictsOfShift = (db: Queryable, caller: Caller, ref: Ref) =>
  pipeline(db, function* () {
    const [[row]] = yield* send(findShift(caller, ref))
    const { matches } = yield* findConflicts(caller.orgId, [planFromRow(found(row, 'Shift'))], { lock: false })
    return { data: matches.slice(0, maxListed).map(({ conflict }) => conflict) }
  })
