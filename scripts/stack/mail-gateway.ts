import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { type Draft, emlOf } from './eml.ts'
import { type Answer, json, readBody, serve } from './http.ts'

export type MailGateway = { url: string; stop(): Promise<void> }

const largest = 1024 * 1024
const shown = 200

/**
 * Implements Resend's API and stores every mail as an .eml file in the folder instead of sending it. One that is repeated
 * with the same Idempotency-Key is stored once.
 */
export async function startMailGateway(folder: string): Promise<MailGateway> {
  mkdirSync(folder, { recursive: true })
  const service = await serve(0, { fault: null, delayMs: 0 }, (request) => answer(folder, request))
  return { url: `http://127.0.0.1:${service.port}`, stop: () => service.stop() }
}

async function answer(folder: string, request: IncomingMessage): Promise<Answer> {
  const [, resource, id, ...rest] = (request.url ?? '/').split('?')[0]!.split('/')
  if (resource !== 'emails' || rest.length) return json(404, { name: 'not_found' })
  if (request.method === 'POST' && !id) {
    const draft = JSON.parse(await readBody(request, largest)) as Draft
    return json(200, { id: keep(folder, draft, String(request.headers['idempotency-key'])) })
  }
  if (id) return one(folder, id)
  const newest = filesIn(folder).slice(0, shown)
  return json(200, { object: 'list', data: await Promise.all(newest.map((file) => summary(folder, file))) })
}

function keep(folder: string, draft: Draft, id: string): string {
  const now = new Date()
  const name = `${now.toISOString().replaceAll(':', '-')}_${id.replace(/[^\w-]/g, '')}.eml`
  if (!filesIn(folder).some((file) => idOf(file) === idOf(name)))
    writeFileSync(join(folder, name), emlOf(draft, id, now), { mode: 0o600 })
  return idOf(name)
}

/** Names begin with the time; the newest come first. */
const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .toReversed()
const idOf = (file: string) => /_([\w-]*)\.eml$/.exec(file)?.[1] ?? file

async function summary(folder: string, file: string) {
  const { to, from, subject, date } = await PostalMime.parse(readFileSync(join(folder, file)))
  return {
    id: idOf(file),
    from: from?.address ?? '',
    to: (to ?? []).map(({ address }) => address),
    subject: subject ?? '',
    created_at: date ?? '',
    file,
  }
}

async function one(folder: string, id: string): Promise<Answer> {
  const file = filesIn(folder).find((name) => idOf(name) === id)
  if (!file) return json(404, { name: 'not_found' })
  const { text, html } = await PostalMime.parse(readFileSync(join(folder, file)))
  return json(200, { ...(await summary(folder, file)), text, html })
}
