import { createLogger, flushLog } from '../../../src/process/log.ts'

/** Logs the number of lines in a message, and replies after the flush. Ends when its channel closes. */
const logger = createLogger('info', { shared: process.argv[2] === 'shared' })
const text = 'x'.repeat(900)
let n = 0
process.on('message', ({ lines, whileWriting }: { lines: number; whileWriting: boolean }) => {
  for (const last = n + lines; n < last; n++) {
    if (whileWriting) logger.flush()
    logger.info({ n, text }, 'line')
  }
  const reply = () => process.send?.('written', () => {})
  if (whileWriting) flushLog(logger).then(reply)
  else logger.flush(reply)
})
