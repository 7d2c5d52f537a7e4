import { maxFileBytes } from '../shared/files/content.ts'
import { type Context, readBytes } from '../kit/http.ts'
import { readText } from '../shared/body.ts'
import { refuseForeignOrigin } from '../shared/origin.ts'
import { contactOf } from './portal/portal-session.ts'
import { type Accepted, Redirect, bodyOf, type Form, PageError, type Visit } from './kit/visit.ts'

/**
 * A page without a referrer posts its form with `Origin: null`; then Sec-Fetch-Site distinguishes a form of
 * this page from one of a foreign or sandboxed page, which is cross-site.
 */
export function refuseForeignForm(c: Context) {
  const { origin, 'sec-fetch-site': site } = c.req.header()
  if ((origin === undefined || origin === 'null') && site === 'same-origin') return
  refuseForeignOrigin(c)
}

/** Forms are short, except the long texts of people who may be signed in. */
const largestForm = 64 * 1024
const largestText = 512 * 1024

const takesFile = /^\/portal\/tickets\/[^/]+$/

const takesLongText = /^\/(?:tasks|documents)(?:\/|$)/

/** What the form of a page may carry that is no value. */
export const acceptedAt = (path: string): Accepted => ({
  file: takesFile.test(path),
  longText: takesLongText.test(path),
})

/** The fields of the submitted form. */
export async function formOf(visit: Visit, accepted: Accepted): Promise<Form> {
  const { c, api } = visit
  const type = c.req.header('content-type') ?? ''
  if (/^multipart\/form-data\b/i.test(type) && accepted.file) return fileForm(visit, type)
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw new PageError(415, 'Not a form', 'Send the form of the page.')
  }
  const maxBytes = accepted.longText && api.mayBeSignedIn() ? largestText : largestForm
  const text = await readText(c, maxBytes)
  if (text === null)
    throw new PageError(413, 'Too much at once', `The form is larger than ${maxBytes / 1024} KiB.`)
  return Object.fromEntries(new URLSearchParams(text))
}

/** A form with a file. More than a megabyte of it is read only for signed-in people. */
async function fileForm(visit: Visit, type: string): Promise<Form> {
  const { c, api, here } = visit
  const portal = c.req.path.startsWith('/portal/')
  const signedIn = async () =>
    portal ? await contactOf(visit)?.me() : bodyOf(await api.call('GET', '/api/v1/auth/me'), here)
  if (portal && !contactOf(visit)) throw new Redirect('/portal')
  if (!portal && !api.mayBeSignedIn()) await signedIn()
  const bytes = await readBytes(c, maxFileBytes + largestForm, signedIn)
  if (!bytes) {
    visit.file = 'too large'
    return {}
  }
  const sent = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new PageError(422, 'Not a form', 'Send the form of the page.')
  })
  const form: Form = {}
  for (const [name, value] of sent)
    if (typeof value === 'string') form[name] = value
    else if (name === 'file') visit.file = value.size > maxFileBytes ? 'too large' : value
    else if (name === 'files' && value.name) visit.files = [...(visit.files ?? []), value]
  return form
}
