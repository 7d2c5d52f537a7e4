import { readFileSync } from 'node:fs'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { languages } from '../../src/web/kit/say.ts'
import { filesOf, messagesIn, textsIn, wordsBesideMessages } from '../kit/messages.ts'
import { portalDesk } from '../kit/portal.ts'
import { open } from './browse.ts'
import { openedPortal, sendForm } from './portal-browse.ts'

const all = filesOf('src/web/**/*.{ts,tsx}')
/** What visitors see in their own language: what all pages share, the portal, and the page of a shared invoice. */
const forCustomers = all.filter((file) =>
  /^src\/web\/(?:kit\/|portal\/|invoices\/(?:invoice-sheet|shared-invoice)\.)/.test(file),
)
const messagesOf = (files: string[]) => new Set(files.flatMap((file) => [...messagesIn(file)]))
const catalogueOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(`src/web/messages/${language}.json`, 'utf8'))

/** The names of the arguments of a message, and the categories of its plurals. */
function argumentsOf(elements: MessageFormatElement[]): { names: string[]; plurals: string[][] } {
  const names = new Set<string>()
  const plurals: string[][] = []
  const visit = (of: MessageFormatElement[]) => {
    for (const one of of) {
      if (one.type !== TYPE.literal && one.type !== TYPE.pound) names.add(one.value)
      if (one.type === TYPE.plural) plurals.push(Object.keys(one.options))
      if (one.type === TYPE.plural || one.type === TYPE.select)
        for (const { value } of Object.values(one.options)) visit(value)
    }
  }
  visit(elements)
  return { names: [...names].toSorted(), plurals }
}
const parsed = (message: string) => argumentsOf(parse(message, { ignoreTag: true }))

test('each message of the pages is well formed', () => {
  const messages = messagesOf(all)
  expect(messages.size).toBeGreaterThan(3000)
  // What has braces for its reader is never said with values, and is shown as it is.
  for (const message of messages)
    if (!message.includes('{{'))
      expect([message, parsed(message).names]).toEqual([message, expect.anything()])
})

test('the values of messages are said, too', () => {
  expect(all.flatMap((file) => wordsBesideMessages(file).map((word) => `${file}: ${word}`))).toEqual([])
})

describe.each(languages.filter((language) => language !== 'en'))('the catalogue of %s', (language) => {
  const catalogue = catalogueOf(language)

  test('has all that customers are told', () => {
    expect([...messagesOf(forCustomers)].filter((message) => !Object.hasOwn(catalogue, message))).toEqual([])
  })

  test('has only what is said, or what words of the API are', () => {
    const texts = new Set(all.flatMap((file) => [...messagesIn(file), ...textsIn(file)]))
    const words = new Set(
      [...readFileSync('openapi/openapi.json', 'utf8').matchAll(/"([a-z_]+)"/g)].map(([, one]) =>
        one!.replaceAll('_', ' '),
      ),
    )
    const isSaid = (key: string) => texts.has(key) || words.has(key.replace(/^\w+: /, ''))
    expect(Object.keys(catalogue).filter((key) => !isSaid(key))).toEqual([])
  })

  test('has the arguments of each message and the plurals of the language', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [key, message] of Object.entries(catalogue)) {
      const { names, plurals } = parsed(message)
      expect([key, names]).toEqual([key, parsed(key).names])
      for (const plural of plurals) expect([key, plural]).toEqual([key, expect.arrayContaining(categories)])
    }
  })
})

describe('the portal', () => {
  const accept = (language: string) => ({ 'accept-language': language })

  test('is in the language that the browser prefers, or in English', async () => {
    const titleFor = async (language: string) => {
      const { text } = await open('/portal', accept(language))
      return [/<html lang="(\w+)">/.exec(text)![1], /<h1>([^<]+)</.exec(text)![1]]
    }
    expect(await titleFor('de-AT,de;q=0.9,en;q=0.8')).toEqual(['de', 'Kundenportal'])
    expect(await titleFor('fr, de;q=0.5')).toEqual(['de', 'Kundenportal'])
    expect(await titleFor('en, de;q=0.5')).toEqual(['en', 'Customer portal'])
    expect(await titleFor('fr')).toEqual(['en', 'Customer portal'])
  })

  test('counts, names days and says what is wrong in German', async () => {
    const { link, write } = await portalDesk()
    const headers = { ...(await openedPortal((await link()).link_token)), ...accept('de') }
    expect((await open('/portal/tickets', headers)).text).toContain('Kein Ticket')
    const { id } = await write()
    expect((await open('/portal/tickets', headers)).text).toContain('1 Ticket<')
    await write()
    const { text } = await open('/portal/tickets', headers)
    for (const said of ['2 Tickets<', 'in Bearbeitung', 'Hilfe anfragen', 'Rechnungen', 'Abmelden'])
      expect(text).toContain(said)
    const wrong = await sendForm('/portal/tickets/new', { subject: '', description: 'x' }, headers)
    for (const said of ['Betreff: Darf nicht leer sein.', '<title>Fehler: Hilfe anfragen', '(freiwillig)'])
      expect(wrong.text).toContain(said)
    const ticket = await open(`/portal/tickets/${id}`, headers)
    for (const english of ['Your message', 'Send<', 'Sign out', 'Skip to content', 'Tickets</h1>'])
      expect(ticket.text).not.toContain(english)
    const link_gone = await open('/ticket-rating/nonsense', accept('de'))
    expect(link_gone.text).toContain('<html lang="de">')
    expect(link_gone.text).toContain('Dieser Link funktioniert nicht mehr')
    const gone = await open('/portal/tickets/nonsense', headers)
    expect([gone.status, gone.text.includes('Nicht gefunden')]).toEqual([404, true])
  })
})
