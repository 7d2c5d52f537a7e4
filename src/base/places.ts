import { pause } from './pause.ts'

/** Places of an isolate; one is free again after `longest` milliseconds, as a request that is cut off does not leave it. */
export class Places<T> {
  readonly #taken = new Set<{ until: number; by: T }>()
  readonly #longest: number
  constructor(longest: number) {
    this.#longest = longest
  }

  /** Who has a place now. */
  taken(): T[] {
    const now = performance.now()
    for (const place of this.#taken) if (place.until < now) this.#taken.delete(place)
    return [...this.#taken].map(({ by }) => by)
  }

  /** Takes one, and returns how to leave it. */
  enter(by: T): () => void {
    const place = { until: performance.now() + this.#longest, by }
    this.#taken.add(place)
    return () => void this.#taken.delete(place)
  }

  /** Enters once there is room beside those that have a place; null where there was none for `wait` milliseconds. */
  async wait(by: T, wait: number, hasRoom: (taken: T[]) => boolean): Promise<(() => void) | null> {
    const latest = performance.now() + wait
    while (!hasRoom(this.taken())) {
      if (performance.now() > latest) return null
      await pause(5)
    }
    return this.enter(by)
  }
}
