import { mkdirSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { buildApp } from '../dist/src/app.js'
import { readConfig } from '../dist/src/config.js'
import { openPool } from '../dist/src/db/connect/pool.js'
import { systemClock } from '../dist/src/process/clock.js'
import { startHousekeeping } from '../dist/src/process/housekeeping.js'
import { createLogger } from '../dist/src/process/log.js'

// The built service in a process of its own. JavaScript, because a TypeScript loader in this process would add its
// memory to the memory measured. Its log lines go to standard output as always, which the bench sends to /dev/null.
let finish = () => process.exit(0)

process.once('message', async ({ address, profiles }) => {
  const config = { ...readConfig({}), rateLimit: 0 }
  const db = openPool(address, { size: config.poolSize })
  const app = await buildApp({ db, clock: systemClock, config, logger: createLogger(config.logLevel) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  startHousekeeping(app.chores, app.log)
  if (profiles) finish = profile(profiles)
  process.send({ port: app.server.address().port })
})
process.on('message', (message) => {
  if (message === 'usage') process.send(process.cpuUsage())
})
process.on('disconnect', () => finish())

/** From here to the end, so that loading and compiling, which happen once, do not cover what each request costs. */
function profile(folder) {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.start')
  return () =>
    session.post('Profiler.stop', (error, result) => {
      if (error) throw error
      mkdirSync(folder, { recursive: true })
      writeFileSync(`${folder}/service-${Date.now()}.cpuprofile`, JSON.stringify(result.profile))
      process.exit(0)
    })
}
