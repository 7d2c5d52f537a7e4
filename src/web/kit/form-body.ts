import { maxFileBytes } from '../../shared/files/content.ts'
import { type Context, readBytes } from '../../kit/http.ts'
import { say } from './say.ts'
import { readText } from '../../shared/body.ts'
import { refuseForeignOrigin } from '../../shared/origin.ts'
import { type Accepted, type Form, me, PageError, type PageRequest } from './page-request.ts'

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

/** The fields of the submitted form. */
export async function formOf(request: PageRequest, accepted: Accepted | undefined): Promise<Form> {
  const { c, api } = request
  const type = c.req.header('content-type') ?? ''
  if (/^multipart\/form-data\b/i.test(type) && accepted?.file) return fileForm(request, type, accepted.reader)
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw new PageError(415, say('Not a form'), say('Send the form of the page.'))
  }
  const maxBytes = accepted?.longText && api.mayBeSignedIn() ? largestText : largestForm
  const text = await readText(c, maxBytes)
  if (text === null)
    throw new PageError(
      413,
      say('Too much at once'),
      say('The form is larger than {value} KiB.', { value: maxBytes / 1024 }),
    )
  return Object.fromEntries(new URLSearchParams(text))
}

/** A form with a file. More than a megabyte of it is read only for people who are signed in. */
async function fileForm(
  request: PageRequest,
  type: string,
  reader: Accepted['reader'] = member,
): Promise<Form> {
  const signedIn = await reader(request)
  const bytes = await readBytes(request.c, maxFileBytes + largestForm, signedIn)
  if (!bytes) {
    request.file = 'too large'
    return {}
  }
  const sent = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new PageError(422, say('Not a form'), say('Send the form of the page.'))
  })
  const form: Form = {}
  for (const [name, value] of sent)
    if (typeof value === 'string') form[name] = value
    else if (name === 'file') request.file = value.size > maxFileBytes ? 'too large' : value
    else if (name === 'files' && value.name) request.files = [...(request.files ?? []), value]
  return form
}

/** Whoever holds no session is sent to sign in; what verifies the session is asked only for a large file. */
const member = async (request: PageRequest) => {
  if (!request.api.mayBeSignedIn()) await me(request)
  return async () => me(request)
}
