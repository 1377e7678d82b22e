import { createLogger } from '../../../src/process/log.ts'

/** Logs the number of lines in a message, and replies after the flush. Ends when its channel closes. */
const logger = createLogger('info', { shared: process.argv[2] === 'shared' })
const text = 'x'.repeat(900)
let n = 0
process.on('message', (lines: number) => {
  for (const last = n + lines; n < last; n++) logger.info({ n, text }, 'line')
  logger.flush(() => process.send?.('written', () => {}))
})
