import type { Env } from '../../base/config.ts'
import type { Cache } from '../../platform/cache.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import type { Provider } from './provider.ts'

declare module '../../base/config.ts' {
  interface Env {
    GOOGLE_CLIENT_ID?: string
    GOOGLE_CLIENT_SECRET?: string
    /** The issuer; Google's own unless set. */
    GOOGLE_URL?: string
    GITHUB_CLIENT_ID?: string
    GITHUB_CLIENT_SECRET?: string
    /** A GitHub Enterprise Server; github.com unless set. */
    GITHUB_URL?: string
  }
}

const trimmed = (url: string) => url.replace(/\/$/, '')

/** The providers that the deployment signs people in through: those whose id and secret are set. */
export function providersOf(env: Env, outbound: Outbound, cache: Cache): Provider[] {
  const clientOf = (id: string | undefined, secret: string | undefined, url: string) =>
    id && secret ? { id, secret, url: trimmed(url) } : null
  const ofGoogle = clientOf(
    env.GOOGLE_CLIENT_ID,
    env.GOOGLE_CLIENT_SECRET,
    env.GOOGLE_URL || 'https://accounts.google.com',
  )
  const ofGithub = clientOf(
    env.GITHUB_CLIENT_ID,
    env.GITHUB_CLIENT_SECRET,
    env.GITHUB_URL || 'https://github.com',
  )
  return [
    ...(ofGoogle ? [google(ofGoogle, outbound, cache)] : []),
    ...(ofGithub ? [github(ofGithub, outbound)] : []),
  ]
}
