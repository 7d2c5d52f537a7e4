import { defaultMaxBytes, parseJson } from '../base/json.ts'
import { invalid, unauthorized } from '../kit/errors.ts'
import { type Context, readBytes, tooLarge } from '../kit/http.ts'
import { asRecord, type Item } from '../shared/outbound/records.ts'

/**
 * What a provider reports, of any content type: its signature is checked over the bytes before they are read. Throws 413, 401
 * without a hint which part failed, and 422 for what is no JSON.
 */
export async function providerEvent(
  c: Context,
  isGenuine: (bytes: Uint8Array) => boolean | Promise<boolean>,
): Promise<Item> {
  const bytes = await readBytes(c, defaultMaxBytes)
  if (bytes === null) throw tooLarge(defaultMaxBytes)
  if (!(await isGenuine(bytes))) throw unauthorized('the request is not signed by the provider')
  const { body, problem } = parseJson(bytes, 'application/json', true)
  if (problem) throw invalid(problem)
  return asRecord(body)
}
