import { type Context, readBytes } from '../kit/http.ts'

/** The body as text, or null when it is larger than `most` bytes. */
export async function readText(c: Context, most: number): Promise<string | null> {
  const bytes = await readBytes(c, most)
  return bytes && new TextDecoder().decode(bytes)
}

/** Bytes of a body with one text of 100 000 characters, each of which JSON may write as an escape of six. */
export const oneLongText = 640 * 1024
/** Bytes of a body with many texts, or with one as long as a document. */
export const manyTexts = 4 * 1024 * 1024
