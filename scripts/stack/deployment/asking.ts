import { performance } from 'node:perf_hooks'

/** What a check has seen: `ok`, `wrong` (with the remedy), or `skipped` (with what it would need). */
export type Finding = { what: string; state: 'ok' | 'wrong' | 'skipped'; said: string }

/** A deployment as it is seen from outside. `base` is its origin, without a slash at the end. */
export type Site = { base: string; local: boolean; account?: Account | undefined }

/** Who the checks that need to sign in do it as, and in which organization (its slug) if the person has several. */
export type Account = { email: string; password: string; organization?: string | undefined }

export type Answer = { status: number; headers: Headers; text: string; ms: number }

/** One check: it resolves to what is said of it, and throws Wrong where something has to be done. */
export type Check = { what: string; run: (site: Site) => Promise<string> }

/** Something that whoever runs the deployment has to change; its message names the remedy. */
export class Wrong extends Error {}

/** What could not be tried, because something before it failed. */
export class NotTried extends Error {}

/** How long any answer may take, in milliseconds. */
const patience = 20_000

/** Asks without following redirects; throws Wrong where nothing answers. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const began = performance.now()
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
      ...init,
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, ms: performance.now() - began }
  } catch (error) {
    const { message, cause } = error as Error
    throw new Wrong(`nothing answers at ${url}: ${cause instanceof Error ? cause.message : message}`)
  }
}

/** The JSON of an answer; throws Wrong with its message where the status is another. */
export function jsonOf({ status, text }: Answer, expected: number, remedy = ''): unknown {
  const said = text.slice(0, 300)
  if (status !== expected)
    throw new Wrong(`${status} instead of ${expected}: ${said}${remedy && `; ${remedy}`}`)
  try {
    return JSON.parse(text)
  } catch {
    throw new Wrong(`no JSON, but ${said}`)
  }
}

export const rounded = (ms: number) => `${Math.round(ms)} ms`
