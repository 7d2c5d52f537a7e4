/** Yields to other requests of the isolate during long computations. */
export const pause = () => new Promise<void>((resolve) => setTimeout(resolve))
