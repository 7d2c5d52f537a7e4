import { type Context, readBytes } from '../kit/http.ts'

/** The body as text, or null if it is larger than `maxBytes`. */
export async function readText(c: Context, maxBytes: number): Promise<string | null> {
  const bytes = await readBytes(c, maxBytes)
  return bytes && new TextDecoder().decode(bytes)
}

/** For a body with one text of 100 000 characters, each possibly escaped as six in JSON. */
export const maxSingleTextBytes = 640 * 1024
/** For a body with many texts, or with one as long as a document. */
export const maxManyTextsBytes = 4 * 1024 * 1024
