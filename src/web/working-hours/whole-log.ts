import type { Answer, Read } from '../kit/operations.ts'

type Log = Answer<'exportWorkingHoursLog'>
/** Records that one call reads. */
export const perFile = 5000
const partFrom = (read: Read, from_seq: number) =>
  read('exportWorkingHoursLog', { from_seq, records: perFile })

/**
 * The log of working hours of everybody as one JSON document, in the shape of one answer, of which one part at a time is in
 * memory. What refuses the first part is thrown before anything is sent.
 */
export async function wholeLog(read: Read): Promise<ReadableStream<Uint8Array>> {
  const pieces = piecesOf(read, await partFrom(read, 1))
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await pieces.return(undefined)),
  })
}

async function* piecesOf(read: Read, first: Log): AsyncGenerator<string, undefined> {
  const { records: _, next_seq: __, ...about } = first
  yield `${JSON.stringify(about).slice(0, -1)},"records":[`
  for (let part = first, comma = ''; ; part = await partFrom(read, part.next_seq), comma = ',') {
    if (part.records.length) yield comma + part.records.map((one) => JSON.stringify(one)).join(',\n')
    if (part.next_seq === null) break
  }
  yield '],"next_seq":null}'
  return undefined
}
