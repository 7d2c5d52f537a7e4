import { invalid } from '../../kit/errors.ts'
import { problems, type Schema } from '../../kit/fields.ts'
import { type Context, readBytes } from '../../kit/http.ts'
import { parseJson, tooLarge } from '../../kit/json.ts'

const largest = 16 * 1024

/** The JSON body of a request as the schema reads it. Throws 422, also for more than 16 KiB. */
export async function bodyOf<T>(c: Context, schema: Schema<T>): Promise<T> {
  const bytes = await readBytes(c, largest)
  if (!bytes) throw invalid(tooLarge(largest))
  const { body, bodyProblem } = parseJson(bytes, c.req.header('content-type'))
  if (bodyProblem) throw invalid(bodyProblem)
  const result = schema.safeParse(body)
  if (!result.success) throw invalid(problems('body', result.error.issues))
  return result.data
}
