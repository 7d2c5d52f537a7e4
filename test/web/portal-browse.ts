import { expect } from 'vitest'
import { call } from '../kit/client.ts'
import { origin, jarOf, submit, to } from './browse.ts'

/** The cookie header of a browser in which a portal link was opened. */
export async function openedPortal(token: string) {
  const reply = await submit('/portal/open', { token })
  expect(to(reply)).toEqual([303, '/portal'])
  return { cookie: jarOf(reply) }
}

type Fields = Record<string, string>
/** Submits a form with images, as browsers do. */
export async function sendForm(
  path: string,
  fields: Fields,
  headers: { cookie: string },
  ...images: (Uint8Array<ArrayBuffer> | undefined)[]
) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  const field = path.endsWith('/reply') ? 'files' : 'file'
  for (const bytes of images.length ? images : [undefined])
    form.append(field, new File(bytes ? [bytes] : [], bytes ? 'a.png' : '', { type: 'image/png' }))
  const sent = new Response(form)
  return call('POST', path, {
    raw: new Uint8Array(await sent.arrayBuffer()),
    headers: { ...headers, 'content-type': sent.headers.get('content-type')!, origin: origin },
  })
}
