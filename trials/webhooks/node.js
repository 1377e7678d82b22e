import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// A node of the trial: the built service of a checkout as `serve` runs it, with shorter times for webhooks. Names are looked
// up in a file of the trial, and each request to a receiver says which node has sent it.
const { root, name, address, divisor, hosts, networks } = JSON.parse(process.argv[2])
const load = (file) => import(pathToFileURL(join(root, 'dist/src', file)).href)
const { buildApp } = await load('app.js')
const { readConfig } = await load('config.js')
const { openPool } = await load('db/connect/pool.js')
const { backlog } = await load('http/server/listen.js')
const { systemClock: clock } = await load('process/clock.js')
const { startHousekeeping } = await load('process/housekeeping.js')
const { createLogger } = await load('process/log.js')
const { shorterTimes } = await load('webhooks/dispatcher/retry.js')
const { addressCheck } = await load('webhooks/outbound/addresses.js')
const { Outbound } = await load('webhooks/outbound/outbound.js')

class NamedOutbound extends Outbound {
  post(url, headers, body) {
    return super.post(url, { ...headers, 'x-node': name }, body)
  }
}

const config = { ...readConfig(process.env), webhookNetworks: networks }
const db = openPool(address, { size: config.poolSize })
const outbound = new NamedOutbound({
  addresses: addressCheck(networks),
  clock,
  lookup: async () => [readFileSync(hosts, 'utf8').trim()],
  // A connection can be used again for a second.
  limits: { totalMs: 1000, bodyAfterSuccessMs: 200, connectionMs: 2000 },
})
const app = await buildApp({
  ...{ db, clock, config, logger: createLogger(config.logLevel), countsDb: db },
  ...{ outbound, webhookTimes: shorterTimes(divisor) },
})
await app.listen({ host: '127.0.0.1', port: config.port, backlog })
app.sequencer.start()
app.dispatcher.start()
startHousekeeping(app.jobs, app.log)
