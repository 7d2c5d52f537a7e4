import { pause } from './pause.ts'

/** Slots of an isolate; one is free again after `longest` milliseconds, as a request that is cut off does not leave it. */
export class Slots<T> {
  readonly #taken = new Set<{ until: number; by: T }>()
  readonly #longest: number
  constructor(longest: number) {
    this.#longest = longest
  }

  /** Who has a slot now. */
  taken(): T[] {
    const now = performance.now()
    for (const slot of this.#taken) if (slot.until < now) this.#taken.delete(slot)
    return [...this.#taken].map(({ by }) => by)
  }

  /** Takes one, and returns how to leave it. */
  enter(by: T): () => void {
    const slot = { until: performance.now() + this.#longest, by }
    this.#taken.add(slot)
    return () => void this.#taken.delete(slot)
  }

  /** Enters once there is room beside those that have a slot; null where there was none for `wait` milliseconds. */
  async wait(by: T, wait: number, hasRoom: (taken: T[]) => boolean): Promise<(() => void) | null> {
    const latest = performance.now() + wait
    while (!hasRoom(this.taken())) {
      if (performance.now() > latest) return null
      await pause(5)
    }
    return this.enter(by)
  }
}
