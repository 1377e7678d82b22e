/**
 * In a burst, and while PostgreSQL catches its breath, as when it writes a checkpoint to a slow disk, everybody may wait so
 * long: it will be over soon.
 */
const burstMilliseconds = 2000
/** In a line that stands, waiting longer only makes everybody late: as many come behind as are let in. */
const standingMilliseconds = 100
/** A line stands when people have been let in for so long and it is about as long as it was at its longest. */
const standsAfterMilliseconds = 500
const asLong = 0.75
/** Places that a standing line keeps in any case. */
const fewestPlaces = 16
/** Nobody let in for so long: what waits is held up, not too much. */
const stillMilliseconds = 100

/** What is right for a line at the moment. */
export interface Bounds {
  /** How long one may wait in it. */
  patience: number
  /** How many may stand in it. */
  places: number
}

/**
 * Watches how a line moves. More waiting than can be served soon can be a burst or a pause, which pass, or too much, which
 * does not. A line that is getting shorter, or in which nothing moves at all, is of the first kind. In the others only those
 * are kept who will be let in in time, judged by how many were lately; who comes behind them is better told at once.
 */
export class Flow {
  readonly #most: number
  #letIn = 0
  /** How many are let in in a millisecond, lately. */
  #pace = 0
  #lookedAt = 0
  #movedAt = 0
  /** Since when the line is watched, and the most that have stood in it since. */
  #since = 0
  #longest = 0
  #isStanding = false

  constructor(most: number) {
    this.#most = most
  }

  /** The first one waits. */
  begin(now: number): void {
    this.#isStanding = false
    this.#letIn = this.#pace = this.#longest = 0
    this.#lookedAt = this.#movedAt = this.#since = now
  }

  letIn(): void {
    this.#letIn++
  }

  look(now: number, size: number): Bounds {
    const elapsed = Math.max(1, now - this.#lookedAt)
    if (this.#letIn > 0) this.#movedAt = now
    const isStill = now - this.#movedAt >= stillMilliseconds
    if (!isStill) this.#pace += (this.#letIn / elapsed - this.#pace) / 5
    this.#letIn = 0
    this.#lookedAt = now
    this.#longest = Math.max(this.#longest, size)
    if (isStill) {
      this.#isStanding = false
      this.#watch(now, size)
    } else if (!this.#isStanding && now - this.#since >= standsAfterMilliseconds) {
      this.#isStanding = size > this.#longest * asLong
      this.#watch(now, size)
    }
    if (!this.#isStanding) return { patience: burstMilliseconds, places: this.#most }
    const places = Math.max(fewestPlaces, Math.ceil(this.#pace * standingMilliseconds))
    return { patience: standingMilliseconds, places: Math.min(this.#most, places) }
  }

  #watch(now: number, size: number): void {
    this.#since = now
    this.#longest = size
  }
}
