import type { FastifyInstance } from 'fastify'
import type { AuditMode } from './modes.ts'
import { Recorder } from './recorder.ts'
import { deleteOldReads } from './retention.ts'

/** Decorates the service with what records reads of clients, and returns it. Undefined with `off`. */
export function readAudit(app: FastifyInstance, mode: AuditMode): Recorder | undefined {
  const recorder = mode === 'off' ? undefined : new Recorder({ db: app.pool, clock: app.clock, mode, onFailure })
  app.decorate('readRecorder', recorder)
  app.decorate('readsOfOperations', new Map())
  app.jobs['delete old reads of clients'] = {
    everySeconds: 3600,
    atStart: true,
    work: () => deleteOldReads(app.pool, app.clock),
  }
  if (!recorder) {
    app.log.warn('reads of clients are not recorded: WATTLE_READ_AUDIT is off')
    return undefined
  }
  app.addHook('onClose', () => recorder.stop())
  app.jobs['store reads of clients'] = { everySeconds: 2, work: () => recorder.flush(), inEachWorker: true }
  return recorder

  function onFailure(err: unknown, lost: number): void {
    if (err !== undefined) app.log.warn({ err, lost }, 'reads of clients could not be stored')
    else app.log.warn({ lost }, 'reads of clients were not recorded: too many waited for the database')
  }
}
