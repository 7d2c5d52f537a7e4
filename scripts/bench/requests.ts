import type { Shot } from './fire.ts'

/** A request that is expensive for the service, and who may send it. */
export type Attack = { what: string; who: 'anyone' | 'member'; shot: (n: number) => Shot }
type Answer = { id: string } & Record<string, string>

export const json = { 'content-type': 'application/json' }

export const send = (
  url: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
) =>
  fetch(url + path, {
    method,
    headers: { ...json, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
export async function answer(sent: Promise<Response>): Promise<Answer> {
  const response = await sent
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

/** Another address for each request: limits by address do not count. */
export const stranger = (n: number) => ({ 'cf-connecting-ip': `2001:db8:${(n % 60_000).toString(16)}::1` })

/** As many different Chinese characters as there are, without a blank. */
export const chinese = (length: number) =>
  Array.from({ length }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join('')
