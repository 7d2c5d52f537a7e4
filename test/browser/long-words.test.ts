import { Client } from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Running, startService } from './service.ts'

const phone = { width: 390, height: 844 }
/** What people type, by the names of columns; those with codes, addresses and the like have another shape. */
const typed =
  /^(?:name|title|subject|label|summary|description|body|content|notes?|reason|outcome|goal|city|address_line\d|legal_name|company_name|job_title|caption|footer|source|lost_reason|po_number|issuer_name)$/
const maxPages = 110

let service: Running
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), openBrowser()])
  await typeLongWords(service.ownerUrl())
  const context = await browser.newContext({ viewport: phone })
  page = await context.newPage()
  await page.goto(`${service.base}/login`)
  await page.getByLabel('E-mail address').fill('demo@example.com')
  await page.getByLabel('Password').fill('demo-organization')
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Sign in', exact: true }).click(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

/** Replaces every text of the demo organization by one word of 180 letters, or of as many as there may be; half in Hebrew. */
async function typeLongWords(connectionString: string) {
  const owner = new Client({ connectionString })
  await owner.connect()
  const { rows } = await owner.query<{ table_name: string; column_name: string; length: number | null }>(
    `select c.table_name, c.column_name, c.character_maximum_length as length
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'character varying')
        and c.is_generated = 'NEVER' order by 1, 2`,
  )
  await owner.query(`set session_replication_role = replica`)
  for (const { table_name, column_name, length } of rows) {
    if (!typed.test(column_name)) continue
    const size = Math.min(length ?? 180, 180)
    await owner
      .query(
        `update ${table_name} r set ${column_name} = n.word from (select ctid, left(lpad(row_number() over ()::text, 4, '0')
            || repeat(case when row_number() over () % 2 = 0 then 'ש' else 'W' end, 180), ${size}) as word from ${table_name}) n
          where n.ctid = r.ctid and length(r.${column_name}) > 0`,
      )
      // A few texts have a form that a constraint holds, and stay as they are.
      .catch((error: { code?: string }) => expect(error.code).toMatch(/^23/))
  }
  await owner.end()
}

/** What is wider than the phone, or has no direction although its letters are written from right to left. */
function faults(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const found: string[] = []
  if (scrollWidth > clientWidth) {
    found.push(`${scrollWidth} px wide`)
    for (const one of document.querySelectorAll('main *'))
      if (one.getBoundingClientRect().right > clientWidth + 1 && !one.closest('.board,.chart,pre,table,.top'))
        found.push(`${one.tagName}.${one.className}`)
  }
  for (const one of document.querySelectorAll('body *')) {
    const first = one.firstChild
    if (first?.nodeType !== 3 || !/^\s*\d*\s*ש/.test(first.textContent ?? '')) continue
    if (getComputedStyle(one).direction !== 'rtl') found.push(`left to right: ${one.outerHTML.slice(0, 120)}`)
  }
  for (const one of document.querySelectorAll<HTMLElement>('textarea, input[type=text], input[type=search]'))
    if (one.dir !== 'auto') found.push(`no direction: ${one.outerHTML.slice(0, 120)}`)
  for (const one of document.querySelectorAll('input, select, textarea'))
    if (Number.parseFloat(getComputedStyle(one).fontSize) < 16)
      found.push(`small letters, so that a phone zooms in: ${one.outerHTML.slice(0, 120)}`)
  return found.slice(0, 4)
}

/** Opens what is folded, so that forms and lists in it count too. */
const unfold = () => {
  for (const one of document.querySelectorAll('details.more')) one.setAttribute('open', '')
}

test('no page is widened by a long word on a phone, and every text has its direction', async () => {
  const queue = ['/dashboard', '/search?q=0001', '/account']
  const kinds = new Map<string, number>()
  const known = new Set(queue)
  const found: string[] = []
  let visited = 0
  let long = 0
  for (let next = queue.shift(); next && visited < maxPages; next = queue.shift()) {
    const kind = next
      .split('?')[0]!
      .replace(/(?<=\/(?:tasks|projects|organizations|tickets)\/)[^/]+|[\w-]{36}/g, '…')
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    if (kinds.get(kind)! > 3 || /\/files\/|\/docs|\.csv/.test(next)) continue
    const answer = await page.goto(service.base + next)
    if (!answer?.headers()['content-type']?.includes('text/html')) continue
    visited++
    if (/W{100}|ש{100}/.test((await page.textContent('main')) ?? '')) long++
    await page.evaluate(unfold)
    found.push(...(await page.evaluate(faults)).map((fault) => `${next}: ${fault}`))
    const links = await page.evaluate(() =>
      [...document.querySelectorAll('a[href]')].map((one) => one.getAttribute('href')!.split('#')[0]!),
    )
    for (const href of links)
      if (href.startsWith('/') && !href.startsWith('/api/') && !known.has(href)) {
        known.add(href)
        queue.push(href)
      }
  }
  expect(found).toEqual([])

  expect(Math.min(visited, long)).toBeGreaterThan(40)
}, 240_000)
