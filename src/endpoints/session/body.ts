import { invalid } from '../../kit/errors.ts'
import { problems } from '../../base/problems.ts'
import type { Schema } from '../../kit/fields.ts'
import { type Context, readBytes, tooLarge } from '../../kit/http.ts'
import { parseJson } from '../../base/json.ts'

const maxBodyBytes = 16 * 1024

/** The JSON body of an endpoint; throws 422 with all its problems. */
export async function bodyOf<T>(c: Context, schema: Schema<T>): Promise<T> {
  const bytes = await readBytes(c, maxBodyBytes)
  if (!bytes) throw tooLarge(maxBodyBytes)
  const { body, problem } = parseJson(bytes, c.req.header('content-type'))
  if (problem !== undefined) throw invalid(problem)
  const result = schema.safeParse(body)
  if (!result.success) throw invalid(problems('body', result.error.issues, body))
  return result.data
}
