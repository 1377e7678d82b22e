import { statfsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../process/failure.ts'
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
      await roomOn(folder, notice, () => stopping)
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

/** What PostgreSQL needs to recover and go on: another file of its log, and a little. */
const leastRoomBytes = 17 * 1024 * 1024

/** A folder that is gone is no full disk; the start that follows says what is wrong with it. */
function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < leastRoomBytes
  } catch {
    return false
  }
}

/**
 * Waits while the disk is full. PostgreSQL ends when it cannot write its log, and would end again at once; the service
 * answers 503 meanwhile, and goes on by itself when somebody has made room.
 */
async function roomOn(folder: string, notice: (text: string) => void, isStopping: () => boolean): Promise<void> {
  for (let seconds = 0; !isStopping(); seconds++) {
    if (!isFull(folder)) return
    if (seconds % 60 === 0) {
      notice(
        `The disk that holds ${folder} is full: free some space, and PostgreSQL is started again. Nothing is lost.`,
      )
    }
    await sleep(1000)
  }
}
