import { Failure } from '../../failure.ts'
import { type Server, type ServerOptions, startServer } from './server.ts'

export interface Supervised {
  address: Server['address']
  stop(): Promise<void>
  /** Settles when PostgreSQL ended and could not be started again. */
  lost: Promise<Failure>
}

const mostRestarts = 5
const periodMs = 60_000

/** Keeps PostgreSQL running: when it ends by itself, because of a crash or `kill -9`, it is started again. */
export async function superviseServer(options: ServerOptions): Promise<Supervised> {
  const { notice = () => {}, folder } = options
  let server = await startServer(options)
  let stopping = false
  let restarting: Promise<void> = Promise.resolve()
  const restarts: number[] = []

  const lost = new Promise<Failure>((fail) => {
    const watch = async (): Promise<void> => {
      const how = await server.exited
      if (stopping) return
      const now = Date.now()
      while (restarts[0] !== undefined && restarts[0] < now - periodMs) restarts.shift()
      if (restarts.push(now) > mostRestarts) {
        return fail(new Failure(`PostgreSQL ended ${restarts.length} times within a minute: see ${folder}/server.log.`))
      }
      notice(`PostgreSQL ended unexpectedly (${how}); starting it again.`)
      restarting = startServer(options).then(
        (fresh) => {
          server = fresh
          notice('PostgreSQL runs again.')
          void watch()
        },
        (error: Error) =>
          fail(
            error instanceof Failure ? error : new Failure(`PostgreSQL could not be started again: ${error.message}`),
          ),
      )
    }
    void watch()
  })

  const stop = async () => {
    stopping = true
    await restarting
    await server.stop()
  }
  return { address: server.address, stop, lost }
}
