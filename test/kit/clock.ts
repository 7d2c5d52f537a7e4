import { vi } from 'vitest'

/** Stops the clock a second into its minute until `vi.useRealTimers`, so that no limiter window ends in a test. */
export const stopClock = () =>
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 60_000) * 60_000 + 1000 })
