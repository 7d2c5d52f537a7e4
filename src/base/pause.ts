/** Waits; without a time it yields to other requests of the isolate during long computations. */
export const pause = (milliseconds = 0) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
