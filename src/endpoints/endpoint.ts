import type { Schema } from '../kit/fields.ts'
import type { Context } from '../kit/http.ts'

/** An endpoint that is no operation: it has cookies, redirects or error bodies of its own. */
export type Endpoint = {
  id: string
  summary: string
  details?: string
  /** Method and path from the host root. */
  at: string
  auth: 'none' | 'refresh cookie'
  /** What the values in its path are. */
  params?: Record<string, string>
  query?: Schema
  body?: Schema
  returns?: Schema
  /** The media type of the body; JSON unless said otherwise. */
  mediaType?: string
  /** The media types of its good answer, where that is no JSON but bytes, whole or in part. */
  binaryTypes?: string[]
  /** Errors in the words of OAuth instead of the envelope. */
  errorFormat?: 'oauth'
  status: 200 | 201 | 202 | 204 | 302
  /** Statuses of its refusals, for the reference. */
  refuses: number[]
  /** What refusals of a status answer besides the error. */
  refusalBodies?: Record<number, Schema>
  /** Headers of its good answer, for the reference. */
  headers?: Record<string, string>
  /** How many requests a minute one client may send. */
  perMinute?: number
  handle: (c: Context) => Promise<Response>
}

export const endpoints = (name: string, title: string, list: Endpoint[]) => ({ name, title, endpoints: list })
export type EndpointGroup = ReturnType<typeof endpoints>
