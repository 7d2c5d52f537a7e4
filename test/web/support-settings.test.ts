import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { join, workspace } from '../kit/makers.ts'
import { open, problemBeside, submit, to } from './browse.ts'

async function desk(page: string, path: string) {
  const ws = await workspace()
  const { owner, org, base } = ws
  const list = `/organizations/${org.slug}/${page}`
  const send = (action: string, fields: Record<string, string>) =>
    submit(action ? `${list}/${action}` : list, fields, owner.headers)
  const see = async (more = '') => (await open(list + more, owner.headers)).text
  const all = async () => (await owner.ok('GET', base + path)).items as Json[]
  return { ws, owner, list, send, see, all, saved: [303, `${list}?done=saved`] }
}

describe('mailboxes', () => {
  const box = { address: 'Help@bakery.test', name: 'Bakery <b>', acknowledges: 'yes', keep_days: '30' }

  test('show their webhook once, are changed, and deleted', async () => {
    const { send, see, all, saved } = await desk('mailboxes', '/support/mailboxes')
    const made = await send('', { ...box, once: 'a' })
    const webhook = /<pre id="webhook"[^>]*>([^<]*)</.exec(made.text)?.[1]
    expect([made.status, webhook]).toEqual([200, expect.stringContaining('http')])
    expect(await see()).not.toContain(webhook!)
    expect(await see()).toContain('Bakery &lt;b&gt;')
    const [one] = await all()
    const renewed = await send('webhook', { mailbox_id: one!.id })
    expect([renewed.text.includes('<pre id="webhook"'), renewed.text.includes(webhook!)]).toEqual([
      true,
      false,
    ])
    const change = { mailbox_id: one!.id, ...box, active: 'no', version: String((await all())[0]!.version) }
    expect(to(await send('change', change))).toEqual(saved)
    expect((await all())[0]).toMatchObject({ active: false, acknowledges: true })
    expect(to(await send('delete', { mailbox_id: one!.id }))).toEqual(saved)
    expect(await all()).toEqual([])
  })

  test('say what is wrong beside the field', async () => {
    const { send } = await desk('mailboxes', '/support/mailboxes')
    const wrong = await send('', { ...box, address: 'nowhere' })
    expect([wrong.status, problemBeside('address', wrong)]).toEqual([422, 'Must be an e-mail address.'])
    expect(wrong.text).toContain('value="nowhere"')
  })
})

describe('assignment rules', () => {
  test('name who takes which tickets; what only the API sets stays', async () => {
    const { ws, owner, send, see, all, saved } = await desk('assignment-rules', '/support/assignment-rules')
    const ada = await join(ws, 'member', 'Ada <b>')
    const rule = {
      name: 'Urgent',
      strategy: 'least_open',
      position: '1',
      assignee_ids: 'asked',
      [`assignee_ids:${ada.id}`]: 'on',
      priorities: 'asked',
      'priorities:urgent': 'on',
      words: 'down, broken',
    }
    expect(to(await send('', rule))).toEqual(saved)
    const filter = { priorities: ['urgent'], words: ['down', 'broken'] }
    const [one] = await all()
    expect(one).toMatchObject({ assignee_ids: [ada.id], strategy: 'least_open', filter })
    await owner.ok('PATCH', `${ws.base}/support/assignment-rules/${one!.id}`, {
      filter: { ...filter, channels: ['email', 'portal'], tags: ['a&b'] },
    })
    const text = await see(`?edit=${one!.id}`)
    const rest = /name="rest" value="([^"]*)"/.exec(text)![1]!.replaceAll('&amp;', '&')
    expect(text).toMatch(/<input[^>]*name="priorities:urgent"[^>]*checked/)
    const { version } = (await all())[0]!
    const change = { ...rule, rule_id: one!.id, words: '', active: 'yes', rest, version: String(version) }
    expect(to(await send('change', change))).toEqual(saved)
    expect((await all())[0]!.filter).toEqual({
      priorities: ['urgent'],
      channels: ['email', 'portal'],
      tags: ['a&b'],
    })
    expect(to(await send('delete', { rule_id: one!.id }))).toEqual(saved)
  })

  test('need somebody', async () => {
    const { send } = await desk('assignment-rules', '/support/assignment-rules')
    const wrong = await send('', { name: 'Nobody', assignee_ids: 'asked' })
    expect([wrong.status, problemBeside('assignee_ids', wrong)]).toEqual([422, expect.any(String)])
  })
})

describe('service levels', () => {
  test('are entered in hours, for each priority', async () => {
    const { send, see, all, saved } = await desk('service-levels', '/sla/policies')
    const policy = { name: 'Gold', applies_to: 'ticket', warn_percent: '80', calendar_id: '' }
    const wrong = await send('', { ...policy, high_resolution_minutes: 'soon' })
    expect([wrong.status, problemBeside('high_resolution_minutes', wrong)]).toEqual([
      422,
      'Must be hours such as 4 or 0.5.',
    ])
    const hours = { urgent_first_response_minutes: '0,5', high_resolution_minutes: '8' }
    expect(to(await send('', { ...policy, ...hours }))).toEqual(saved)
    const [one] = await all()
    const targets = { urgent: { first_response_minutes: 30 }, high: { resolution_minutes: 480 } }
    expect(one).toMatchObject({ targets, calendar_id: null })
    expect(await see()).toContain('urgent: first answer in 0.5 h')
    expect(await see(`?edit=${one!.id}`)).toMatch(/name="high_resolution_minutes"[^>]*value="8"/)
    const change = { ...policy, policy_id: one!.id, active: 'no', version: String(one!.version) }
    expect(to(await send('change', { ...change, high_resolution_minutes: '6' }))).toEqual(saved)
    expect((await all())[0]).toMatchObject({
      targets: { high: { resolution_minutes: 360 } },
      active: false,
    })
    expect(to(await send('delete', { policy_id: one!.id }))).toEqual(saved)
  })
})

describe('canned responses', () => {
  test('are written, changed and deleted', async () => {
    const { send, see, all, saved } = await desk('canned-responses', '/canned-responses')
    const text = { title: 'We <b>have</b> it', shortcut: 'received', body: 'Dear {{customer}}' }
    expect(to(await send('', text))).toEqual(saved)
    expect(await see()).toContain('We &lt;b&gt;have&lt;/b&gt; it')
    const [one] = await all()
    const change = { ...text, title: 'Received', response_id: one!.id, version: String(one!.version) }
    expect(to(await send('change', change))).toEqual(saved)
    expect(to(await send('delete', { response_id: one!.id }))).toEqual(saved)
    expect(await all()).toEqual([])
  })
})
