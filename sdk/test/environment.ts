import type { Environment } from '../src/index.ts'

/** The timeout of the tests' tries, by which their timers are told from waits. */
export const timeout = 31_337

/** An environment in which waits take no time, and no try is late before the test says so. */
export function testEnvironment({ random = 0, deadline = timeout } = {}) {
  let now = Date.parse('2026-11-19T10:00:00Z')
  const waits: number[] = []
  const running = new Set<() => void>()
  const environment: Partial<Environment> = {
    random: () => random,
    now: () => now,
    timer(milliseconds, callback) {
      if (milliseconds === timeout || milliseconds === deadline) {
        running.add(callback)
        return () => running.delete(callback)
      }
      waits.push(milliseconds)
      now += milliseconds
      const timer = setImmediate(callback)
      return () => clearImmediate(timer)
    },
  }
  return {
    environment,
    /** The waits between tries so far, in milliseconds. */
    waits,
    /** The time of all tries that are running is up. */
    timeOut() {
      now += deadline
      for (const callback of [...running]) callback()
    },
    /** Timers that were started and not ended. */
    running,
  }
}
