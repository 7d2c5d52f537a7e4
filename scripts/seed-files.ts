import { createHash } from 'node:crypto'
import { pdf, png } from './drawing.ts'

type Made = { id: string; [name: string]: unknown }
type Api = (method: string, path: string, body?: unknown) => Promise<Made>
type File = { task: string; filename: string; content_type: string; caption: string; bytes: Buffer }

const [paper, ink, accent] = [
  [248, 250, 252],
  [51, 65, 85],
  [14, 116, 144],
] as const satisfies [number, number, number][]

/** A wireframe of a page: a bar, a picture, three columns. */
const layout = () =>
  png(480, 320, (x, y) => {
    if (y < 32) return ink
    if (y >= 48 && y < 168 && x >= 24 && x < 456) return accent
    return y >= 192 && y < 296 && (x - 24) % 152 < 128 && x >= 24 && x < 456 ? [203, 213, 225] : paper
  })

/** A small screen with a button partly cut off. */
const cutOff = () =>
  png(180, 320, (x, y) => {
    if (y < 24) return ink
    return y >= 260 && y < 292 && x >= 96
      ? [220, 38, 38]
      : y % 40 < 4 && y < 220 && x > 16
        ? [203, 213, 225]
        : paper
  })

const offers = () =>
  pdf([
    'Hosting offers',
    '',
    'North Hosting: 19 EUR a month, backups every night',
    'Harbor Cloud: 24 EUR a month, backups every hour',
    'Small Server Company: 9 EUR a month, no backups',
  ])

const files = (): File[] => [
  {
    task: 'Fix the login on phones',
    filename: 'login-on-a-small-phone.png',
    content_type: 'image/png',
    caption: 'The button stands outside of the screen',
    bytes: cutOff(),
  },
  {
    task: 'Write the front page',
    filename: 'front-page-layout.png',
    content_type: 'image/png',
    caption: 'First layout',
    bytes: layout(),
  },
  {
    task: 'Compare hosting offers',
    filename: 'hosting-offers.pdf',
    content_type: 'application/pdf',
    caption: 'Three offers, as of this month',
    bytes: offers(),
  },
]

/** Files on the tasks of a project: small ones in the JSON, the PDF like a large one, with a signed URL. */
export async function seedFiles(api: Api, home: string, project: string): Promise<void> {
  const { items } = await api('GET', `${home}/projects/${project}/tasks?limit=200`)
  const ids = new Map((items as { id: string; title: string }[]).map(({ id, title }) => [title, id]))
  for (const { task, bytes, ...about } of files()) {
    const draft = { entity_type: 'task', entity_id: ids.get(task), ...about }
    if (about.content_type === 'application/pdf') await announce(api, home, draft, bytes)
    else await api('POST', `${home}/attachments`, { ...draft, content_base64: bytes.toString('base64') })
  }
}

async function announce(api: Api, home: string, draft: object, bytes: Buffer): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { upload_url } = await api('POST', `${home}/attachments`, {
    ...draft,
    size_bytes: bytes.length,
    sha256,
  })
  const answer = await fetch(String(upload_url), { method: 'PUT', body: new Uint8Array(bytes) })
  if (!answer.ok) throw new Error(`the demo file could not be sent: ${await answer.text()}`)
}
