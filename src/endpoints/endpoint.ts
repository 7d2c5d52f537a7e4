import type { Schema } from '../kit/fields.ts'
import type { Context } from '../kit/http.ts'

/** An endpoint outside the operation model: it sets cookies, redirects or has its own error format. */
export type Endpoint = {
  id: string
  summary: string
  details?: string
  /** Method and path from the host root. */
  at: string
  auth: 'none' | 'refresh cookie' | 'credential'
  /** Describes its path parameters. */
  params?: Record<string, string>
  query?: Schema
  body?: Schema
  returns?: Schema
  /** The media type of the body; JSON by default. */
  mediaType?: string
  /** The media types of its success response, if that is bytes (or a range of them) instead of JSON. */
  binaryTypes?: string[]
  /** The media type of its success response, if that goes on and on. */
  streams?: string
  /** Errors in the OAuth format instead of the envelope. */
  errorFormat?: 'oauth'
  status: 200 | 201 | 202 | 204 | 302
  /** The title and the advice of the page that shows what it refuses to a browser, if not those of any error. */
  refusedAs?: { title: string; advice: string }
  /** Its error statuses, for the reference. */
  refuses: number[]
  /** What error responses of a status contain besides the error. */
  refusalBodies?: Record<number, Schema>
  /** Headers of its success response, for the reference. */
  headers?: Record<string, string>
  /** Requests that one client may send per minute. */
  perMinute?: number
  /** That number guards passwords. */
  guards?: true
  /** It is answered while the service only reads: it signs people in or out. */
  whileReadOnly?: true
  handle: (c: Context) => Promise<Response>
}

export const endpoints = (name: string, title: string, list: Endpoint[]) => ({ name, title, endpoints: list })
export type EndpointGroup = ReturnType<typeof endpoints>
