/* The script of the pages of importing an organization: reads the file of an export, sends it in parts, and follows it. */
import { type Archive, archiveIn } from './archive.ts'

type Import = {
  id: string
  state: string
  page: string
  row_count: number
  written_count: number
  missing_parts: { n: number; name: string; size_bytes: number }[]
}
type Reply = { status: number; body: Partial<Import> & { error?: { message: string } } }

const api = '/api/v1/organizations/import'
const one = (root: ParentNode, selector: string) => root.querySelector<HTMLElement>(selector)!
const megabytes = (bytes: number) =>
  `${(bytes / 2 ** 20).toLocaleString('en', { maximumFractionDigits: 1 })} MiB`

/** Sends one request; `sent` hears how many bytes are sent. */
const request = async (method: string, path: string, body?: Blob | string, sent?: (bytes: number) => void) =>
  new Promise<Reply>((resolve) => {
    const asked = new XMLHttpRequest()
    asked.open(method, path)
    if (typeof body === 'string') asked.setRequestHeader('content-type', 'application/json')
    else if (body) asked.setRequestHeader('content-type', 'application/octet-stream')
    if (sent) asked.upload.addEventListener('progress', ({ loaded }) => sent(loaded))
    asked.addEventListener('loadend', () => resolve({ status: asked.status, body: bodyOf(asked) }))
    asked.send(body)
  })

function bodyOf({ responseText: text }: XMLHttpRequest): Reply['body'] {
  try {
    return JSON.parse(text) as Reply['body']
  } catch {
    return {}
  }
}

/** The same, renewing the session once, and trying three times where the network or the service fails. */
async function ask(...what: Parameters<typeof request>): Promise<Import> {
  for (let attempt = 0; ; attempt++) {
    const { status, body } = await request(...what)
    if (status >= 200 && status < 300) return body as Import
    const isPassing = status === 0 || status === 429 || status >= 500
    if (attempt < 3 && status === 401) await request('POST', '/api/v1/auth/refresh')
    else if (attempt < 3 && isPassing)
      await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** attempt))
    else throw new Error(body.error?.message ?? 'The service cannot be reached. Choose the file again later.')
  }
}

function offerSending(root: HTMLElement) {
  const input = one(root, 'input') as HTMLInputElement
  const button = one(root, 'button') as HTMLButtonElement
  const problem = one(root, '[data-problem]')
  const found = one(root, '[data-found]')
  let archive: Archive | undefined
  root.hidden = false
  const attempt = async (work: () => Promise<void>) => {
    problem.textContent = ''
    input.disabled = button.disabled = true
    await work().catch((error: unknown) => (problem.textContent = (error as Error).message))
    input.disabled = button.disabled = false
  }
  input.addEventListener('change', () => {
    found.hidden = true
    void attempt(async () => {
      if (!input.files?.length) return
      archive = await archiveIn([...input.files])
      describe(root, archive)
      found.hidden = false
    })
  })
  button.addEventListener('click', () => void attempt(async () => sendAll(root, archive!)))
}

/** Shows what an export is, before anything of it is sent. */
function describe(root: HTMLElement, { manifest }: Archive) {
  const { organization, origin, started_at, counts, parts } = manifest
  const size = megabytes(parts.reduce((sum, { bytes }) => sum + bytes, 0))
  const said: Record<string, string> = {
    name: organization.name,
    origin,
    started_at: new Date(started_at).toLocaleString(),
    size: `${size} in ${parts.length} parts`,
    counts: Object.entries(counts ?? {})
      .map(([kind, n]) => `${kind.replaceAll('_', ' ')}: ${n.toLocaleString('en')}`)
      .join(', '),
  }
  for (const [name, text] of Object.entries(said)) one(root, `[data-said="${name}"]`).textContent = text
}

/** Begins the import, or finds the one that was begun with this file, and sends the parts that it lacks. */
async function sendAll(root: HTMLElement, { manifest, signature, parts }: Archive) {
  const begun = await ask('POST', api, JSON.stringify({ manifest, signature }))
  const missing = begun.missing_parts
  const total = missing.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  const show = (sent: number, place: number) => {
    ;(one(root, 'progress') as HTMLProgressElement).value = total ? sent / total : 1
    one(root, '[data-sent]').textContent =
      `${megabytes(sent)} of ${megabytes(total)} sent, ${place} of ${missing.length} parts`
  }
  one(root, '[data-sending]').hidden = false
  let sent = 0
  for (const [place, { n, name, size_bytes }] of missing.entries()) {
    show(sent, place)
    const part = parts.get(n)
    if (part?.size !== size_bytes)
      throw new Error(`${name} is not whole in what you chose. Download the export again.`)
    const at = `${api}/${begun.id}/parts/${n}`
    await ask('PUT', at, part, (bytes) => show(sent + bytes, place)).catch((error: unknown) => {
      throw new Error(`Part ${n}, ${name}, was refused: ${(error as Error).message}`)
    })
    sent += size_bytes
  }
  show(sent, missing.length)
  location.assign(begun.page)
}

/** Shows how many rows are written, until that is over. */
function follow(root: HTMLElement) {
  const look = async () => {
    const { status, body } = await request('GET', root.dataset.importRunning!)
    if (status && body.state !== 'running') return location.reload()
    if (status) showWritten(root, body)
    setTimeout(() => void look(), 2000)
  }
  setTimeout(() => void look(), 2000)
}

function showWritten(
  root: HTMLElement,
  { written_count: written = 0, row_count: rows = 0 }: Partial<Import>,
) {
  ;(one(root, 'progress') as HTMLProgressElement).value = written
  one(root, '[data-written]').textContent =
    `${written.toLocaleString('en')} of ${rows.toLocaleString('en')} rows written`
}

for (const root of document.querySelectorAll<HTMLElement>('[data-import]')) offerSending(root)
for (const root of document.querySelectorAll<HTMLElement>('[data-import-running]')) follow(root)
