/** The service's only source of the current time. Tests pass their own. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
