import { connect, type Socket } from 'node:net'
import type pg from 'pg'

/** What pg keeps of a connection and does not declare. */
interface Known {
  host: string
  port: number
  processID: number | null
  secretKey: number | null
  connection: { stream: Socket }
}

const cancelRequest = 80_877_102
/** Who does not take a request to stop within this does not hear it at all. */
const patienceMs = 1000

/**
 * Asks PostgreSQL, over a connection of its own, to stop what it does for this one; settles when it has been told, or
 * cannot be. A statement ends with 57014. A commit that waits for a replica ends as well, which `statement_timeout` does
 * not bring about: it is then committed on the primary alone. The request is not encrypted, nor is that of psql: it has
 * nothing but the key that PostgreSQL made up for this, and is taken whatever pg_hba.conf says.
 */
export function cancelOn(client: pg.ClientBase): Promise<void> {
  const { host, port, processID, secretKey, connection } = client as unknown as Known
  if (processID === null || secretKey === null) return Promise.resolve()
  const message = Buffer.alloc(16)
  for (const [place, value] of [16, cancelRequest, processID, secretKey].entries())
    message.writeInt32BE(value, place * 4)
  // By address, because a name may stand for several servers and the key is that of one.
  const { remoteAddress, remotePort } = connection.stream
  const line = host.startsWith('/')
    ? connect(`${host}/.s.PGSQL.${port}`)
    : connect({ host: remoteAddress ?? host, port: remotePort ?? port })
  return new Promise((resolve) => {
    line.setTimeout(patienceMs, () => line.destroy())
    line.on('error', () => {}).on('close', () => resolve())
    line.resume()
    line.write(message)
  })
}
