import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Together they keep a stop under the 10 seconds that process managers commonly allow. */
const drainMs = 8000
const deadlineMs = 9500
/** A balancer polls readiness: after SIGTERM the service answers on for a moment, so that it is seen to go. */
const noticeMs: Partial<Record<NodeJS.Signals, number>> = { SIGTERM: 500 }
/** npm passes a Ctrl-C on to a service that the terminal has told already: that is one wish, not two. */
const echoMs = 300

export interface StopRequest {
  /** Settles with the first SIGTERM or SIGINT. */
  signal: Promise<NodeJS.Signals>
  requested(): boolean
}

/** From here on a signal stops the service in order; a second one, or a stop that hangs, ends the process at once. */
export function listenForStop(onDeadline: () => void): StopRequest {
  let since = 0
  const signal = new Promise<NodeJS.Signals>((resolve) => {
    const receive = (name: NodeJS.Signals) => {
      if (since > 0 && Date.now() - since > echoMs) process.exit(1)
      if (since > 0) return
      since = Date.now()
      setTimeout(() => {
        onDeadline()
        process.exit(0)
      }, deadlineMs).unref()
      resolve(name)
    }
    process.on('SIGTERM', receive).on('SIGINT', receive)
  })
  return { signal, requested: () => since > 0 }
}

/**
 * Serves on until the requests that came before the stop have their answers. Later ones do not prolong it: under
 * steady traffic there would always be one more.
 */
export async function drain(signal: NodeJS.Signals, inFlight: () => ServerResponse[]): Promise<void> {
  await sleep(noticeMs[signal] ?? 0)
  const waitedFor = inFlight()
  const began = Date.now()
  while (
    waitedFor.some((response) => !response.closed && !response.req.socket.destroyed) &&
    Date.now() - began < drainMs - 1000
  )
    await sleep(20)
}
