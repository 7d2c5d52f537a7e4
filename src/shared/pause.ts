/** Gives other requests of the isolate their turn, in the midst of some milliseconds of computing. */
export const pause = () => new Promise<void>((resolve) => setTimeout(resolve))
