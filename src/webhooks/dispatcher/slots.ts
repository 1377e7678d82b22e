/** Requests at once. */
const most = { process: 64, organisation: 16 }

interface Sender {
  orgId: number
  send(): void
}

/** The requests that this process may send at once, for all webhooks and for those of one organisation. */
export class Slots {
  #taken = 0
  readonly #byOrganisation = new Map<number, number>()
  readonly #waiting = new Set<Sender>()

  /** A sender that gets no place now is called when there is one. */
  take(sender: Sender): boolean {
    if (!this.#hasRoom(sender.orgId)) {
      this.#waiting.add(sender)
      return false
    }
    this.#taken++
    this.#byOrganisation.set(sender.orgId, this.#takenBy(sender.orgId) + 1)
    return true
  }

  /** Gives a place back, first to those that wait, the longest-waiting first. */
  free(orgId: number): void {
    this.#taken--
    const left = this.#takenBy(orgId) - 1
    if (left > 0) this.#byOrganisation.set(orgId, left)
    else this.#byOrganisation.delete(orgId)
    for (const sender of [...this.#waiting]) {
      if (!this.#hasRoom(sender.orgId)) continue
      this.#waiting.delete(sender)
      sender.send()
    }
  }

  #takenBy(orgId: number): number {
    return this.#byOrganisation.get(orgId) ?? 0
  }

  #hasRoom(orgId: number): boolean {
    return this.#taken < most.process && this.#takenBy(orgId) < most.organisation
  }
}
