import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Together they keep a shutdown under the 10 seconds that process managers commonly allow. */
const drainMs = 8000
const deadlineMs = 9500
/** After SIGTERM the service keeps serving for a moment, so that a load balancer sees /readyz fail first. */
const noticeMs: Partial<Record<NodeJS.Signals, number>> = { SIGTERM: 500 }
/** npm forwards a Ctrl-C that the terminal has already sent. Within this time a second signal is the same one. */
const echoMs = 300

export interface StopRequest {
  /** Settles with the first SIGTERM or SIGINT. */
  signal: Promise<NodeJS.Signals>
  requested(): boolean
  /** Starts the shutdown as a first signal does. Does nothing if it has started. */
  request(name: NodeJS.Signals): void
}

/**
 * Listens for SIGTERM and SIGINT. The first starts a graceful shutdown. A second, or the deadline, ends the process at
 * once.
 */
export function listenForStop(onDeadline: () => void): StopRequest {
  let since = 0
  let resolve: (name: NodeJS.Signals) => void
  const signal = new Promise<NodeJS.Signals>((settle) => {
    resolve = settle
  })
  const request = (name: NodeJS.Signals) => {
    if (since > 0) return
    since = Date.now()
    setTimeout(() => {
      onDeadline()
      process.exit(0)
    }, deadlineMs).unref()
    resolve(name)
  }
  const receive = (name: NodeJS.Signals) => {
    if (since > 0 && Date.now() - since > echoMs) process.exit(1)
    request(name)
  }
  process.on('SIGTERM', receive).on('SIGINT', receive)
  return { signal, requested: () => since > 0, request }
}

/**
 * Waits until the requests that were in flight when the shutdown began have their responses. Later requests do not
 * prolong it: under steady traffic there would always be one more.
 */
export async function drain(signal: NodeJS.Signals, inFlight: () => ServerResponse[]): Promise<void> {
  await sleep(noticeMs[signal] ?? 0)
  const pending = inFlight()
  const began = Date.now()
  while (
    pending.some((response) => !response.closed && !response.req.socket.destroyed) &&
    Date.now() - began < drainMs - 1000
  )
    await sleep(20)
}
