import { morph } from './morph.ts'

/**
 * Keeps a page as it is on the service. One tab of the browser holds the stream of an organization and tells the others. Where
 * something changed that the page shows, the page is fetched again and made like it, in place.
 */
type Said = { mark?: string; kinds?: string[]; polls?: boolean }
/** How a stream ended: for good, or for so many milliseconds; without it, until the next try is due. */
type Ended = { stops?: true; wait?: number; isExpired?: true }

const { live = '', organizations = '' } = (document.currentScript as HTMLScriptElement).dataset
const shown = new Set(live.split(' '))

/** The shortest time between two refreshes, and since the last key or click, in milliseconds. */
const [apart, quiet, minute] = [5000, 1000, 60_000]
let [refreshedAt, touchedAt] = [0, 0]
let [isDue, isLeaving, isPolling] = [false, false, false]
let timer: ReturnType<typeof setTimeout> | undefined

function refreshSoon() {
  isDue = true
  if (document.hidden || isLeaving) return
  clearTimeout(timer)
  const now = Date.now()
  const pause = Math.max(Math.random() * 300, refreshedAt + apart - now, touchedAt + quiet - now)
  timer = setTimeout(() => void refresh(), pause)
}

async function refresh() {
  if (Date.now() < touchedAt + quiet || document.querySelector('.lifted')) return refreshSoon()
  isDue = false
  refreshedAt = Date.now()
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null)
  if (!answer?.ok || answer.redirected || isLeaving) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const [main, next] = [document.getElementById('main'), fresh.getElementById('main')]
  if (Date.now() < touchedAt + quiet) return refreshSoon()
  if (main && next) morph(main, next)
}

function poll() {
  if (isPolling) return
  isPolling = true
  setInterval(refreshSoon, minute)
}

function hear({ kinds, polls }: Said) {
  if (polls) poll()
  if (kinds?.some((kind) => kind === '*' || shown.has(kind))) refreshSoon()
}

function listen(organization: string) {
  const name = `live ${organization}`
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }) => hear(data as Said))
  const say = (said: Said) => {
    if (said.mark) localStorage.setItem(name, said.mark)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    channel.postMessage(said)
    hear(said)
  }
  void navigator.locks.request(name, async () => {
    let failures = 0
    for (let renewed = false; ;) {
      const began = Date.now()
      const { stops, wait, isExpired } = await follow(organization, localStorage.getItem(name), say)
      if (stops || (isExpired && renewed)) return
      if (isExpired && !(await isRenewed())) return
      renewed = isExpired ?? false
      if (Date.now() - began > minute) failures = 0
      if (!isExpired) await pause(wait ?? Math.min(30, 2 ** failures++) * 1000)
    }
  })
}

const pause = async (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))
const isRenewed = async () =>
  (await fetch('/api/v1/auth/refresh', { method: 'POST' }).catch(() => null))?.ok ?? false

/** By which the service knows that a stream takes the place of one of this browser. */
function client(): string {
  const known = localStorage.getItem('live') ?? crypto.randomUUID()
  localStorage.setItem('live', known)
  return known
}

async function follow(organization: string, mark: string | null, say: (said: Said) => void): Promise<Ended> {
  const headers: Record<string, string> = mark ? { 'last-event-id': mark } : {}
  const at = `/api/v1/organizations/${organization}/live?client=${client()}`
  const answer = await fetch(at, { headers }).catch(() => null)
  if (!answer) return {}
  if (answer.status === 401) return { isExpired: true }
  if (answer.status === 409) say({ polls: true })
  if ([403, 404, 409].includes(answer.status)) return { stops: true }
  if (answer.status === 429) return { wait: Number(answer.headers.get('retry-after') ?? 60) * 1000 }
  if (!answer.ok || !answer.body) return {}
  return read(answer.body.getReader(), say)
}

async function read(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  say: (said: Said) => void,
): Promise<Ended> {
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }))
    if (done) return {}
    const events = (text + decoder.decode(value, { stream: true })).split('\n\n')
    text = events.pop()!
    for (const one of events) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(one)?.[1]
      const [event, mark] = [field('event'), field('id')]
      if (event === 'bye') return { wait: Number(field('retry')) }
      if (event === 'access') say({ kinds: ['*'], ...(mark && { mark }) })
      else if (event) say({ ...(JSON.parse(field('data')!) as Said), ...(mark && { mark }) })
    }
  }
}

for (const event of ['keydown', 'pointerdown', 'pointerup', 'input'])
  addEventListener(event, () => (touchedAt = Date.now()), { capture: true, passive: true })
addEventListener('submit', () => {
  isLeaving = true
  // A form may also be answered with a file.
  setTimeout(() => (isLeaving = false), 2 * apart)
})
document.addEventListener('visibilitychange', () => isDue && refreshSoon())
if ('locks' in navigator) for (const organization of organizations.split(' ')) listen(organization)
else poll()
