import { mkdirSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { buildApp } from '../dist/src/app.js'
import { openPool } from '../dist/src/db/connect/pool.js'
import { systemClock } from '../dist/src/process/clock.js'
import { readConfig } from '../dist/src/process/config.js'
import { startHousekeeping } from '../dist/src/process/housekeeping.js'
import { createLogger } from '../dist/src/process/log.js'

// The built service in its own process. JavaScript, because a TypeScript loader would add to the measured memory. Its log
// lines go to standard output, which is /dev/null here.
let finish = () => process.exit(0)

process.once('message', async ({ address, profiles, hasFeed = true, readAudit = 'on' }) => {
  const settings = { WATTLE_WEBHOOK_NETWORKS: '127.0.0.0/8', WATTLE_READ_AUDIT: readAudit }
  const config = { ...readConfig(settings), rateLimit: 0 }
  const db = openPool(address, { size: config.poolSize })
  const app = await buildApp({ db, clock: systemClock, config, logger: createLogger(config.logLevel) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  if (hasFeed) {
    app.sequencer.start()
    app.dispatcher.start()
  } else delete app.jobs['number events']
  startHousekeeping(app.jobs, app.log)
  if (profiles) finish = profile(profiles)
  process.send({ port: app.server.address().port })
})
process.on('message', (message) => {
  if (message === 'usage') process.send(process.cpuUsage())
})
process.on('disconnect', () => finish())

/** Starts after loading and compiling, so that the profile shows the cost of requests. */
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
