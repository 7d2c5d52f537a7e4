import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { locales } from '../../src/web/kit/messages.ts'
import { portalDesk } from '../kit/portal.ts'
import { open } from './browse.ts'
import { openedPortal, sendForm } from './portal-browse.ts'

const web = new URL('../../src/web/', import.meta.url)
const languages = Object.keys(locales)
const areas = readdirSync(web).filter((area) => existsSync(new URL(`${area}/messages/en.json`, web)))

const catalogueOf = (area: string, language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${area}/messages/${language}.json`, web), 'utf8'))

/** The names of the arguments of a message, and the categories of its plurals. */
function argumentsOf(elements: MessageFormatElement[]): { names: string[]; plurals: string[][] } {
  const names = new Set<string>()
  const plurals: string[][] = []
  const visit = (all: MessageFormatElement[]) => {
    for (const one of all) {
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

/** What the pages of an area say: whole keys, and the beginnings of those that end with a value. */
function saidIn(area: string): { keys: Set<string>; beginnings: string[] } {
  const folder = new URL(`${area}/`, web)
  const source = readdirSync(folder)
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n')
  return {
    keys: new Set([...source.matchAll(/'([\w.]+)'/g)].map(([, key]) => key!)),
    beginnings: [...source.matchAll(/\bsay\(`([\w.]+)\$\{/g)].map(([, beginning]) => beginning!),
  }
}

test('the kit, the portal and invoices have catalogues', () => {
  expect(areas).toEqual(expect.arrayContaining(['invoices', 'kit', 'portal']))
})

describe.each(areas)('the catalogue of %s', (area) => {
  const english = catalogueOf(area, 'en')

  test('has only what is said', () => {
    const { keys, beginnings } = saidIn(area)
    const isSaid = (key: string) => keys.has(key) || beginnings.some((one) => key.startsWith(one))
    expect(Object.keys(english).filter((key) => !isSaid(key))).toEqual([])
  })

  test.each(languages)('is complete and well formed in %s, with the plurals of the language', (language) => {
    const catalogue = catalogueOf(area, language)
    expect(Object.keys(catalogue)).toEqual(Object.keys(english).toSorted())
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [key, message] of Object.entries(catalogue)) {
      const { names, plurals } = parsed(message)
      expect([key, names]).toEqual([key, parsed(english[key]!).names])
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
