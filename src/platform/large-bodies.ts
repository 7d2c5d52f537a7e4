import { Slots } from '../base/slots.ts'
import { unavailable } from '../kit/errors.ts'
import { takeSlot } from './heavy-work.ts'

/** Read, parsed and decoded, a body takes up to five times its size; an isolate has 128 MB for all it does. */
const mostBytes = 20 * 2 ** 20
const longestWait = 3000
const bodies = new Slots<number>(30_000)

/** A turn for a body of over 1 MB; 429 for the third of a sender, 503 where no room comes for three seconds. */
export async function takeBody(sender: string, bytes: number): Promise<() => void> {
  const leave = takeSlot(sender)
  const free = await bodies.wait(
    bytes,
    longestWait,
    (taken) => !taken.length || taken.reduce((sum, one) => sum + one, bytes) <= mostBytes,
  )
  if (free) return () => [leave, free].forEach((one) => one())
  leave()
  throw unavailable('as many large files are being sent as there is room for; try again')
}
