import { clockPerson } from './clock-person.ts'

type Kept = { event: string; name: string; at: string; refused?: true }

const days = 86_400_000
const clockOf = (at: string) => new Date(at).toTimeString().slice(0, 5)

type Queue = { address: string; read: () => Kept[]; write: (kept: Kept[]) => void }

/**
 * What is pressed without network is kept on the device with its time, for the person alone, and sent in its order once
 * there is network. What the service refuses stays for a week, so that the person enters it as a correction.
 */
function keepClock() {
  const section = document.querySelector<HTMLElement>('[data-offline]')
  if (!section) return
  const address = section.dataset.offline || location.pathname
  const person = clockPerson(document.querySelector<HTMLElement>('[data-person]')?.dataset.person)
  if (!person) return
  if (section.dataset.offline) void openWithoutNetwork(address)
  const queue = queueIn(section, address, person)
  for (const button of section.querySelectorAll<HTMLButtonElement>('[data-event]'))
    button.addEventListener('click', () => {
      const entry = { event: button.dataset.event!, name: button.textContent, at: new Date().toISOString() }
      queue.write([...queue.read(), entry])
      if (navigator.onLine) void send(queue)
    })
  const changed = () => {
    queue.write(queue.read())
    if (navigator.onLine) void send(queue)
  }
  addEventListener('offline', changed)
  addEventListener('online', changed)
  changed()
}

/** What the device keeps for a person, which the section shows. */
function queueIn(section: HTMLElement, address: string, person: string): Queue {
  const key = `clock ${person} ${address}`
  const said = ({ name, at, refused }: Kept) =>
    `${name} at ${clockOf(at)} ${refused ? 'was refused: correct it' : 'is kept'}.`
  return {
    address,
    read: () =>
      (JSON.parse(localStorage.getItem(key) ?? '[]') as Kept[]).filter(
        ({ at }) => Date.parse(at) > Date.now() - 7 * days,
      ),
    write(kept) {
      if (kept.length) localStorage.setItem(key, JSON.stringify(kept))
      else localStorage.removeItem(key)
      section.hidden = navigator.onLine && !kept.length
      section.querySelector('[role=status]')!.textContent = kept.map(said).join(' ')
    },
  }
}

/** From now on the clock opens on this device without network, too. */
async function openWithoutNetwork(scope: string) {
  const found = await navigator.serviceWorker?.register('/clock-worker.js', { scope }).catch(() => undefined)
  found?.active?.postMessage('stock')
}

async function send({ address, read, write }: Queue) {
  const first = () => read().find(({ refused }) => !refused)
  let sent = 0
  for (let next = first(); next; next = first()) {
    const { at } = next
    const accepted = await recorded(address, next)
    if (accepted === undefined) break
    const others = read().filter((one) => one.at !== at)
    write(accepted ? others : [...others, { ...next, refused: true }])
    sent += Number(accepted)
  }
  if (sent) location.assign(address)
}

/** Whether the service recorded it; undefined where it could not be asked, or asks to sign in first. */
async function recorded(address: string, { event, at }: Kept): Promise<boolean | undefined> {
  const body = new URLSearchParams({ occurred_at: at, offline: 'yes' })
  const reply = await fetch(`${address}/${event}`, { method: 'POST', body }).catch(() => null)
  if (!reply || reply.status >= 500 || reply.status === 429) return undefined
  const { pathname, searchParams } = new URL(reply.url)
  if (pathname === address && searchParams.has('done')) return true
  return pathname === `${address}/${event}` ? false : undefined
}

keepClock()
