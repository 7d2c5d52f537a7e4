import type { Settings } from '../../base/config.ts'
import { hasNul, type Parameters } from './parameters.ts'

const maxLength = 2000

/**
 * The resource that a token is requested for (RFC 8707), without query and trailing slash: this service's origin, its
 * API or /mcp. Null if none is named, undefined for any other: a token for another server, which that server could use
 * here, is not issued.
 */
export function audienceOf(
  { resource }: Parameters,
  { baseUrl, webUrl }: Settings,
): string | null | undefined {
  if (!resource) return null
  if (resource.length > maxLength || hasNul(resource) || resource.includes('#') || !URL.canParse(resource))
    return undefined
  const { origin, pathname, username, password } = new URL(resource)
  const isOwn = [baseUrl, webUrl].some((url) => new URL(url).origin === origin)
  const path = pathname.replace(/\/$/, '')
  return isOwn && !username && !password && /^(?:|\/mcp|\/api(?:\/.*)?)$/.test(path)
    ? origin + path
    : undefined
}

export const foreignResource =
  'resource: not this service; name its origin, its API or /mcp, without a fragment'
