/**
 * Opens the clock where there is no network: with a page that is the same for everybody, fetched as nobody, and what it
 * loads. Nothing of a person is kept here.
 */
const shelf = 'clock'
const offlinePage = '/clock-offline'

type Lasting = Event & { waitUntil: (done: Promise<unknown>) => void }
type Fetching = Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void }
/** The events of workers, which the types of pages do not know. */
type Events = { install: Lasting; fetch: Fetching; message: Lasting }
const on = <N extends keyof Events>(name: N, act: (event: Events[N]) => void) =>
  addEventListener(name, act as EventListener)

/** Fetches the page and its styles and scripts anew. */
async function stock() {
  const page = await fetch(offlinePage, { credentials: 'omit' })
  if (!page.ok) return
  const cache = await caches.open(shelf)
  const loaded = [...(await page.clone().text()).matchAll(/(?:href|src)="(\/[a-z]+\.(?:css|js)\?v=\w+)"/g)]
  await cache.addAll(loaded.map(([, address]) => address!))
  await cache.put(offlinePage, page)
}
const kept = async (what: Request | string) => (await caches.open(shelf)).match(what)

on('install', (event) => event.waitUntil(stock()))
on('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate')
    event.respondWith(fetch(request).catch(async () => (await kept(offlinePage)) ?? Response.error()))
  else if (new URL(request.url).searchParams.has('v'))
    event.respondWith(kept(request).then((found) => found ?? fetch(request)))
})
on('message', (event) => event.waitUntil(stock().catch(() => undefined)))
