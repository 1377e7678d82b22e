import { OutcomeUnknown, type SharedCounts } from './shared-counts.ts'

/** The same rules as the function rate_lease of the migrations, for Redis and Valkey; the key goes with its window. */
const script = `
local quota, known, ended = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3] == '1'
local owed, unspent, wanted = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local time = redis.call('TIME')
local at = time[1] * 1000 + math.floor(time[2] / 1000)
local row = redis.call('HMGET', KEYS[1], 'started', 'used')
local started, used = tonumber(row[1] or at), tonumber(row[2] or 0)
if (started == known and ended) or at - started >= 60000 or at < started - 60000 then
  if at < started - 60000 then started = at else started = math.max(at, started + 1) end
  used = 0
end
if started == known then used = math.max(used - unspent, 0) end
used = used + owed
local granted = math.max(math.min(wanted, math.ceil((quota - used) / 8), quota - used), 0)
used = used + granted
redis.call('HSET', KEYS[1], 'started', string.format('%.0f', started), 'used', string.format('%.0f', used))
redis.call('PEXPIRE', KEYS[1], 120000)
return { started, used, granted, math.max(at - started, 0) }
`

/**
 * Counts in Redis or Valkey. The service starts and runs without it: until it is there each node counts for itself, and
 * the client goes on trying to reach it.
 */
export async function redisCounts(url: string, trouble: (error: unknown) => void): Promise<SharedCounts> {
  const { createClient, AbortError, ClientClosedError, ClientOfflineError, ErrorReply } = await import('@redis/client')
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 2000, reconnectStrategy: (tries: number) => Math.min(100 * tries, 2000) },
  })
  client.on('error', trouble)
  const connected = client.connect().catch(trouble)
  await Promise.race([connected, new Promise((resolve) => setTimeout(resolve, 2000).unref())])

  /** What was never sent, or what Redis refused; after anything else the script may have run. */
  const notDone = [AbortError, ClientClosedError, ClientOfflineError, ErrorReply]

  return {
    async lease({ orgId, tokenId, quota, known, ended, owed, unspent, wanted }, withdraw) {
      const sent = [quota, known, ended ? 1 : 0, owed, unspent, wanted].map(String)
      const via = withdraw ? client.withAbortSignal(withdraw) : client
      const answer = await via
        .eval(script, { keys: [`wattle:limit:${orgId}:${tokenId}`], arguments: sent })
        .catch((error) => {
          throw notDone.some((kind) => error instanceof kind) ? error : new OutcomeUnknown(error)
        })
      const [started, used, granted, elapsed] = (answer as unknown[]).map(Number) as [number, number, number, number]
      return { started, used, granted, elapsed }
    },
    sweep: async () => {},
    close: async () => client.destroy(),
  }
}
