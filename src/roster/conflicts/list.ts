import type { Caller } from '../../access/tokens.ts'
import { pipeline, send } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { found } from '../../http/contract/errors.ts'
import { standing } from '../shifts/plan.ts'
import type { Ref } from '../shifts/refs.ts'
import { findShift } from '../shifts/shifts.sql.ts'
import { findConflicts, mostTold } from './conflicts.ts'

/** What speaks against a shift as it stands, accepted or not. Nobody is held. */
export const conflictsOfShift = (db: Queryable, caller: Caller, ref: Ref) =>
  pipeline(db, function* () {
    const [[row]] = yield* send(findShift(caller, ref))
    const { found: against } = yield* findConflicts(caller.orgId, [standing(found(row, 'Shift'))], { hold: false })
    return { data: against.slice(0, mostTold).map(({ conflict }) => conflict) }
  })
