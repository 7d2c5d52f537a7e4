import { describe, expect, test } from 'vitest'
import { join } from '../kit/makers.ts'
import type { Json } from '../kit/client.ts'
import { dayOf, office } from '../kit/contracts.ts'

const holder = (key: string, more: object = {}) => ({ key, label: key.toUpperCase(), ...more })
const basic = {
  name: 'Web site',
  body: 'We deliver {{scope}} by {{ by }} for {{price}}, {{share}} percent of it first. {{scope}}!',
  placeholders: [
    holder('scope', { default: 'a web site' }),
    holder('by', { type: 'date' }),
    holder('price', { type: 'money' }),
    holder('share', { type: 'number', required: false }),
  ],
}

async function desk() {
  const setup = await office()
  const at = `${setup.ws.base}/contract-templates`
  const make = (more: object = {}): Promise<Json> => setup.ws.owner.ok('POST', at, { ...basic, ...more })
  const refused = async (body: object, path = '', method = 'POST') => {
    const reply = await setup.ws.owner.call(method, at + path, body)
    return [reply.status, reply.body?.error?.message]
  }
  const contract = (template_id: string, values: object, more: object = {}) =>
    setup.draft({ template_id, body: undefined, values, ...more })
  return { ...setup, templates: at, make, refusedTemplate: refused, contract }
}

/** The text of a template with this value. */
async function rendered(value: unknown, body = '{{x}}', more: object = {}) {
  const { make, contract } = await desk()
  const { id } = await make({ body, placeholders: [holder('x', more)] })
  return (await contract(id, { x: value })).body
}

describe('a template', () => {
  test('is created, listed by name, changed with its version, archived and restored', async () => {
    const { ws, templates, make } = await desk()
    const created = await make()
    expect(created).toMatchObject({ name: 'Web site', version: 1, archived_at: null, default_milestones: [] })
    expect(created.placeholders[0]).toEqual({
      key: 'scope',
      label: 'SCOPE',
      type: 'text',
      required: true,
      default: 'a web site',
    })
    await make({ name: 'App' })
    const names = async (query = '') =>
      (await ws.owner.ok('GET', `${templates}${query}`)).items.map(({ name }: Json) => name)
    expect(await names()).toEqual(['App', 'Web site'])
    const changed = await ws.owner.ok('PATCH', `${templates}/${created.id}`, {
      description: 'Municipal',
      version: 1,
    })
    expect(changed).toMatchObject({ version: 2, description: 'Municipal' })
    expect((await ws.owner.call('DELETE', `${templates}/${created.id}`)).status).toBe(204)
    expect([await names(), await names('?archived=true')]).toEqual([['App'], ['Web site']])
    expect((await ws.owner.ok('GET', `${templates}/${created.id}`)).archived_at).not.toBeNull()
    await ws.owner.ok('PATCH', `${templates}/${created.id}`, { archived: false })
    expect(await names()).toEqual(['App', 'Web site'])
  })

  test('has exactly the placeholders that its text uses; a change is validated as a whole', async () => {
    const { make, refusedTemplate } = await desk()
    expect(
      await refusedTemplate({ name: 'X', body: '{{a}} {{B}} {{a}}', placeholders: [holder('c')] }),
    ).toEqual([
      422,
      'body.body: unknown placeholder {{a}}; add it to placeholders, or remove it; ' +
        'body.body: unknown placeholder {{B}}; add it to placeholders, or remove it; ' +
        'body.placeholders[0].key: {{c}} is not used in the text',
    ])
    const { id } = await make()
    expect((await refusedTemplate({ body: 'Nothing' }, `/${id}`, 'PATCH'))[1]).toContain(
      'body.placeholders[3].key: {{share}} is not used in the text',
    )
    expect((await refusedTemplate({ placeholders: [] }, `/${id}`, 'PATCH'))[1]).toContain(
      'unknown placeholder {{by}}',
    )
  })

  test.each([
    [
      { placeholders: [holder('A b')] },
      'body.placeholders[0].key: must be lower-case letters, digits and _, beginning with a letter',
    ],
    [{ placeholders: [holder('a'), holder('a')] }, 'body.placeholders: two placeholders have the same key'],
    [
      { placeholders: [holder('a', { type: 'date', default: 'soon' })] },
      'body.placeholders[0].default: must be a value of its type: a text, a day, a number, or whole minor units',
    ],
    [
      {
        default_milestones: [
          { name: 'A', percent: 60 },
          { name: 'B', percent: 41 },
        ],
      },
      'body.default_milestones: the percentages come to more than 100',
    ],
    [
      { default_milestones: [{ name: 'A', percent: 60, condition: 'date' }] },
      'body.default_milestones[0].offset_days: required, as the milestone is reached on its day',
    ],
    [
      { default_milestones: [{ name: 'A' }] },
      'body.default_milestones[0].amount_minor: send either amount_minor or percent',
    ],
  ])('with %j is rejected', async (more, reason) => {
    const { refusedTemplate } = await desk()
    expect(await refusedTemplate({ name: 'X', body: '{{a}}', placeholders: [holder('a')], ...more })).toEqual(
      [422, reason],
    )
  })

  test('has a unique name among those in use, and is managed by managers, archived by admins', async () => {
    const { ws, templates, make, refusedTemplate } = await desk()
    const { id } = await make()
    expect(await refusedTemplate({ ...basic, name: 'web SITE' })).toEqual([
      409,
      'a template of this name already exists',
    ])
    const [member, manager] = [await join(ws, 'member'), await join(ws, 'manager')]
    expect((await member.call('GET', templates)).status).toBe(403)
    expect((await manager.call('DELETE', `${templates}/${id}`)).status).toBe(403)
    expect((await manager.call('PATCH', `${templates}/${id}`, { name: 'Other' })).status).toBe(200)
  })
})

describe('a contract from a template', () => {
  test('has its text with the values, its version, and its milestones', async () => {
    const { ws, make, contract, templates } = await desk()
    const template = await make({
      default_milestones: [
        { name: 'On signature', percent: '33.3333', offset_days: 0, condition: 'date' },
        { name: 'On delivery', percent: '66.6667', offset_days: 30 },
      ],
    })
    const values = { by: '2026-12-24', price: 123_450, share: '12.5' }
    const created = await contract(template.id, values, { value_minor: 100 })
    expect(created).toMatchObject({
      body: 'We deliver a web site by 2026-12-24 for 1234.50 EUR, 12.5 percent of it first. a web site!',
      template_id: template.id,
      template_version: 1,
    })
    expect(created.milestones).toMatchObject([
      { name: 'On signature', amount_minor: 33, due_date: await dayOf(ws, -30), condition: 'date' },
      { name: 'On delivery', amount_minor: 67, due_date: await dayOf(ws), condition: 'manual' },
    ])
    await ws.owner.ok('PATCH', `${templates}/${template.id}`, { body: `${basic.body} And more.` })
    expect((await ws.owner.ok('GET', `${ws.base}/contracts/${created.id}`)).body).toBe(created.body)
    const own = await contract(template.id, values, { milestones: [{ name: 'All', amount_minor: 7 }] })
    expect(own).toMatchObject({ template_version: 2, milestones: [{ name: 'All' }] })
    const yen = await contract(template.id, values, { currency: 'JPY' })
    expect(yen.body).toContain('for 123450 JPY')
  })

  test('requires its values, each of its type, and no others', async () => {
    const { ws, make, errorOf, templates } = await desk()
    const { id } = await make()
    const draft = { title: 'X', party_kind: 'client', start_date: '2026-01-01', template_id: id }
    expect(
      await errorOf('', { ...draft, values: { scope: '', by: '2026-02-30', share: 'half', other: 'x' } }),
    ).toEqual([
      422,
      'body.values.by: must be a day as YYYY-MM-DD; body.values.price: required; ' +
        'body.values.share: must be a number such as "1.5", of at most six decimals; ' +
        'body.values.other: the template has no such placeholder',
    ])
    expect(await errorOf('', { ...draft, values: { scope: 5, by: '2026-02-28', price: '1.5' } })).toEqual([
      422,
      'body.values.scope: must be a text; body.values.price: must be a whole number of minor units',
    ])
    expect(await errorOf('', { ...draft, values: { scope: null } })).toEqual([
      422,
      'body.values.scope: must be a text or a number',
    ])
    await ws.owner.ok('DELETE', `${templates}/${id}`)
    expect(await errorOf('', { ...draft, values: { by: '2026-02-28', price: 1 } })).toEqual([
      422,
      'body.template_id: archived; restore the template, or choose another',
    ])
  })

  test('requires a value if milestones are in percent', async () => {
    const { make, errorOf } = await desk()
    const { id } = await make({
      body: 'x',
      placeholders: [],
      default_milestones: [{ name: 'A', percent: 10 }],
    })
    expect(
      await errorOf('', { title: 'X', party_kind: 'client', start_date: '2026-01-01', template_id: id }),
    ).toEqual([422, 'body.value_minor: required, as milestones are a percentage of it'])
  })
})

describe('a value', () => {
  test('with a placeholder or a pattern is plain text', async () => {
    const { make, contract } = await desk()
    const { id } = await make({ body: '{{a}} {{b}}', placeholders: [holder('a'), holder('b')] })
    expect((await contract(id, { a: '{{b}} {{c}}', b: String.raw`$1 \1 & %s` })).body).toBe(
      String.raw`{{b}} {{c}} $1 \\1 & %s`,
    )
  })

  test.each([
    ['<img src=x onerror=alert(1)>', String.raw`\<img src=x onerror=alert(1)\>`],
    ['**bold** _it_ `code` ~~no~~', String.raw`\*\*bold\*\* \_it\_ \`code\` \~\~no\~\~`],
    ['[a](javascript:x) ![b](c)', String.raw`\[a\](javascript:x) !\[b\](c)`],
    ['# Head', String.raw`\# Head`],
    ['- item', String.raw`\- item`],
    ['---', String.raw`\---`],
    ['1. one', String.raw`1\. one`],
    ['> quote | cell', String.raw`\> quote \| cell`],
    ['&lt;b&gt;', String.raw`\&lt;b\&gt;`],
    ['Müller & Co. KG, -5 to 1.5', 'Müller & Co. KG, -5 to 1.5'],
    ['two\n\nlines\t here ', 'two lines here'],
    [
      'https://x.example www.x.example a@x.example',
      String.raw`https\://x.example www\.x.example a\@x.example`,
    ],
    [String.raw`a\*b`, String.raw`a\\\*b`],
  ])('%j is escaped, so that it is not markup', async (value, text) => {
    expect(await rendered(value)).toBe(text)
  })

  test('is shown by pages as it was typed', async () => {
    const { formatter } = await import('../../src/web/kit/markdown.ts')
    const typed = '# <b>*Müller* &amp; [Co](http://x.example)</b> www.x.example a@x.example'
    const html = String(await formatter()(await rendered(typed)))
    expect(html.replaceAll(/<\/?p>/g, '').trim()).toBe(
      typed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    )
    expect(html).not.toMatch(/<(?:h\d|em|strong|b|a)\b/)
  })
})
