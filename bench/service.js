import { pino } from 'pino'
import { buildApp } from '../dist/app.js'
import { systemClock } from '../dist/clock.js'
import { readConfig } from '../dist/config.js'
import { openPool } from '../dist/db/pool.js'

// The built service in a process of its own. JavaScript, because a TypeScript loader in this process would add its
// memory to the memory measured. Its log lines go to standard output as always, which the bench sends to /dev/null.
process.once('message', async ({ address }) => {
  const config = { ...readConfig({}), rateLimit: 0 }
  const db = openPool(address, { size: config.poolSize })
  const app = await buildApp({ db, clock: systemClock, config, logger: pino({ level: config.logLevel }) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send({ port: app.server.address().port })
})
process.on('message', (message) => {
  if (message === 'usage') process.send(process.cpuUsage())
})
process.on('disconnect', () => process.exit(0))
