/**
 * In a burst, and while PostgreSQL catches its breath, as when it writes a checkpoint to a slow disk, everybody may wait so
 * long: it will be over soon.
 */
const burstMilliseconds = 2000
/** In a line that stands, waiting longer only makes everybody late: as many come behind as are let in. */
const standingMilliseconds = 100
/**
 * A line stands when people are let in and yet, looked at every half second, it is not much shorter than before. One that is
 * mostly full is then too much at once. Any other, which has room for those who come, is only where it stays long for ten
 * seconds: when PostgreSQL has vacuumed, every connection plans its statements again, and for a few seconds there are
 * lines of half a second, which pass.
 */
const comparedAfterMilliseconds = 500
const standsAfter = 20
const mostlyFull = 0.6
const asLong = 0.75
const harmlessMilliseconds = 250
/** What was too much is taken for too much until the line has been half empty for so long: it empties when many are sent away. */
const calmMilliseconds = 1000
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
  /** Since when the line is watched, the most that have stood in it since, and how often it was found as long as before. */
  #since = 0
  #longest = 0
  #found = 0
  #isStanding = false
  /** When the line that stands was last at least half full. */
  #pressedAt = 0

  constructor(most: number) {
    this.#most = most
  }

  /** The first one waits. */
  begin(now: number): Bounds {
    this.#letIn = 0
    this.#found = 0
    this.#lookedAt = this.#movedAt = now
    this.#watch(now, 0)
    if (now - this.#pressedAt >= calmMilliseconds) this.#isStanding = false
    if (!this.#isStanding) this.#pace = 0
    return this.#bounds()
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
    if (size >= this.#places / 2) this.#pressedAt = now
    if (isStill || (this.#isStanding && now - this.#pressedAt >= calmMilliseconds)) {
      this.#isStanding = false
      this.#watch(now, size)
      this.#found = 0
    } else if (!this.#isStanding && now - this.#since >= comparedAfterMilliseconds) {
      const isLong = size > this.#longest * asLong && size > this.#pace * harmlessMilliseconds
      this.#found = isLong ? this.#found + 1 : 0
      this.#isStanding = this.#found >= (size >= this.#most * mostlyFull ? 1 : standsAfter)
      this.#pressedAt = now
      this.#watch(now, size)
    }
    return this.#bounds()
  }

  get #places(): number {
    if (!this.#isStanding) return this.#most
    return Math.min(this.#most, Math.max(fewestPlaces, Math.ceil(this.#pace * standingMilliseconds)))
  }

  #bounds(): Bounds {
    return { patience: this.#isStanding ? standingMilliseconds : burstMilliseconds, places: this.#places }
  }

  #watch(now: number, size: number): void {
    this.#since = now
    this.#longest = size
  }
}
