import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './schema.ts'

export type ServiceClient = Client<paths>

/**
 * A typed client of the service. `token` is a personal access token or an OAuth access token.
 *
 *     const api = connect('https://api.example.com', process.env.SERVICE_TOKEN)
 *     const { data, error } = await api.GET('/api/v1/organizations')
 */
export const connect = (
  baseUrl: string,
  token: string,
  options: { fetch?: (request: Request) => Promise<Response> } = {},
): ServiceClient =>
  createClient<paths>({ ...options, baseUrl, headers: { authorization: `Bearer ${token}` } })
