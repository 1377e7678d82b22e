import { createLogger } from '../../../src/process/log.ts'

/** Logs as many lines as a message says, and answers when the log has taken or refused them. Ends with its channel. */
const logger = createLogger('info')
const text = 'x'.repeat(900)
let n = 0
process.on('message', (lines: number) => {
  for (const last = n + lines; n < last; n++) logger.info({ n, text }, 'line')
  logger.flush(() => process.send?.('written', () => {}))
})
