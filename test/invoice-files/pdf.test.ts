import { deflateSync, inflateSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { InvoiceDocument } from '../../src/shared/invoice/document.ts'
import { pdfOf } from '../../src/shared/invoice/pdf.ts'
import { cases } from './cases.ts'
import { printedAt, deployedFonts, pagesOf } from './reading.ts'
import { invoiceOf, line, party } from './samples.ts'

let fonts: ReturnType<typeof deployedFonts>
beforeAll(() => {
  fonts = deployedFonts()
})

const print = (changes: Partial<InvoiceDocument> = {}, logo?: Uint8Array) =>
  pdfOf(invoiceOf(changes), { font: fonts.font, at: printedAt, logo })
const printed = async (changes: Partial<InvoiceDocument> = {}) => pagesOf(await print(changes))

describe('an invoice as a PDF', () => {
  test('shows the parties, the lines and the amount due', async () => {
    const [page] = await printed({
      locale: 'es-ES',
      withholding_rate: '15',
      paid_minor: 2e4,
      po_number: 'PO-7781',
      notes: 'Gracias',
      lines: [
        line({
          quantity: '1.5',
          unit: 'h',
          unit_price: '333.335',
          net_minor: 5e4,
        }),
        line({
          quantity: '3',
          unit_price: '19.99',
          discount_percent: '10',
          tax_rate: '10',
          net_minor: 5397,
        }),
        line({
          unit_price: '50',
          tax_rate: '0',
          category: 'exempt',
          net_minor: 5e3,
        }),
      ],
    })
    for (const said of [
      'Factura F-2026-0042',
      'Acme Consulting, S.L.',
      'NIF: B12345674',
      'Beispiel GmbH & Co. KG',
      '10117 Berlin',
      'Alemania',
      '27 feb 2026',
      '29 mar 2026',
      'PO-7781',
      '1,5 h',
      '333,335 €',
      '10 %',
      'Exento 0 %',
      'Base total 603,97 €',
      'Cuota 110,40 €',
      'Total 714,37 €',
      'Retención 15 % -90,60 €',
      'Total a pagar 623,77 €',
      'Pagado -200,00 €',
      'Pendiente 423,77 €',
      'ES91 2100 0418 4502 0005 1332',
      'Gracias',
      'Página 1 de 1',
      'Madrid trade register',
    ])
      expect(page).toContain(said)
  })

  test.each([
    ['en-GB', 'Invoice', '27 Feb 2026', '€100.00', 'Total €121.00'],
    ['es', 'Factura', '27 feb 2026', '100,00 €', 'Total 121,00 €'],
    ['de-AT', 'Rechnung', '27.02.2026', '€ 100,00', 'Gesamtbetrag € 121,00'],
    ['fr', 'Facture', '27 févr. 2026', '100,00 €', 'Total TTC 121,00 €'],
    ['pt', 'Invoice', '27 de fev. de 2026', '€ 100,00', 'Total € 121,00', 'Spain'],
  ])('in %s has that language’s words and number formats', async (locale, ...said) => {
    const [page] = await printed({ locale })
    for (const each of said) expect(page).toContain(each)
  })

  test.each([
    ['JPY', 'JP¥10,000'],
    ['BHD', 'BHD 10.000'],
    ['HUF', 'HUF 100.00'],
  ])('in %s has the decimals of ISO 4217', async (currency, amount) => {
    expect((await printed({ currency }))[0]).toContain(amount)
  })

  test('of two hundred lines repeats the table header and numbers the pages', async () => {
    const lines = Array.from({ length: 200 }, (_, n) => line({ description: `Package no. ${n + 1};` }))
    const pages = await printed({ lines })
    expect(pages.length).toBeGreaterThan(4)
    for (const [n, page] of pages.entries()) expect(page).toContain(`Page ${n + 1} of ${pages.length}`)
    expect(pages.filter((page) => page.includes('Description Quantity')).length).toBeGreaterThanOrEqual(
      pages.length - 1,
    )
    const found = pages.join(' ').match(/Package no\. \d+;/g)
    expect(found).toEqual(lines.map(({ description }) => description))
  })

  test('has all of a description of a thousand characters, however it wraps', async () => {
    const words = Array.from({ length: 166 }, (_, n) => `w${String(n).padStart(4, '0')}`).join(' ')
    const lines = [
      line({ description: words }),
      line({ description: 'x\n'.repeat(500) }),
      line({ description: 'y'.repeat(1000) }),
    ]
    const text = (await printed({ lines })).join(' ')
    expect(text.match(/w\d{4}/g)).toEqual(words.split(' '))
    expect(text.match(/\bx\b/g)).toHaveLength(500)
    expect(text.match(/y/g)!.length).toBeGreaterThanOrEqual(1000)
  })

  test.each([
    [{ number: null, status: 'draft' } as const, 'DRAFT'],
    [{ status: 'cancelled' } as const, 'CANCELLED'],
  ])('that is %o is stamped so on every page', async (changes, stamp) => {
    const pages = await printed({ ...changes, lines: Array.from({ length: 60 }, () => line()) })
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) expect(page).toContain(stamp)
    expect((await printed())[0]).not.toContain(stamp)
  })

  test('with a discount on the total shows the lines without it, and its amount', async () => {
    const [page] = await pagesOf(
      await pdfOf(cases['one with a discount on the whole']!, { font: fonts.font, at: printedAt }),
    )
    expect(page).toContain('Consulting 2 €100.00 10% 21% €180.00')
    expect(page).toContain('Subtotal €213.33 Discount -€21.33 Net total €192.00')
  })

  test('has Gregorian years, whatever calendar its locale has', async () => {
    expect((await printed({ locale: 'th-TH' }))[0]).toContain('2026')
    expect((await printed({ locale: 'ar-SA' }))[0]).toContain('٢٠٢٦')
  })

  test('that corrects another names it, the method and the reason', async () => {
    const [page] = await printed({
      kind: 'corrective',
      correction_method: 'difference',
      correction_reason: 'R1',
      corrects: {
        number: 'F-2026-0001',
        issue_date: '2026-01-10',
      },
    })
    expect(page).toContain('Corrective invoice')
    expect(page).toContain('Corrects invoice F-2026-0001 of 10 Jan 2026')
    expect(page).toContain('The amounts are differences from that invoice. Reason: R1')
  })

  test('in another currency has the tax in that of the books, the rate and its day', async () => {
    const foreign = cases['one in dollars, of an issuer whose books are in euro']!
    const text = (await printed({ ...foreign, locale: 'de-DE' }))[0]!.replaceAll('\u00a0', ' ')
    expect(text).toContain('Steuer (EUR)')
    expect(text).toContain('19,16 €')
    expect(text).toContain('Wechselkurs vom 26.02.2026: 1 USD = 0,91234567 EUR')
    expect((await printed())[0]).not.toContain('(EUR)')
  })

  test('says so if the client owes the tax', async () => {
    const lines = [line({ category: 'reverse_charge', tax_rate: '0' })]
    expect((await printed({ lines }))[0]).toContain('Reverse charge: the customer is liable for the tax.')
  })

  test('has the caption of its code', async () => {
    const [page] = await printed({
      qr: { url: 'https://example.com/?n=1', caption: 'QR tributario:\nVERI*FACTU' },
    })
    expect(page).toContain('QR tributario:')
    expect(page).toContain('VERI*FACTU')
  })

  test('declares PDF/A-3b, and its bytes are the same each time', async () => {
    const pdf = await print()
    const text = Buffer.from(pdf).toString('latin1')
    expect(text).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B</)
    expect(text).toContain('/OutputIntents')
    expect(Buffer.from(await print()).equals(Buffer.from(pdf))).toBe(true)
  })
})

describe('scripts', () => {
  test('Latin text loads two small fonts', async () => {
    fonts.names.length = 0
    await print()
    expect(fonts.names).toEqual(['index.json', 'noto-sans-latin-400.ttf', 'noto-sans-latin-700.ttf'])
  })

  test.each([
    ['Arabic', 'شركة', 'NotoSansArabic'],
    ['Hebrew', 'ייעוץ משפטי', 'NotoSansHebrew'],
    ['Chinese', '北京示例科技有限公司', 'NotoSansSC'],
    ['Japanese', '株式会社サンプル込み働き方', 'NotoSansSC'],
    ['Korean', '서울 예제 주식회사', 'NanumGothic'],
    ['Thai', 'ที่ปรึกษา', 'NotoSansThai'],
    ['Hindi', 'परामर्श सेवा', 'NotoSans'],
    ['Greek', 'Σύμβουλοι', 'NotoSans'],
    ['Russian', 'Консультации', 'NotoSans'],
    ['Vietnamese', 'Tư vấn phần mềm', 'NotoSans'],
  ])('a client name in %s is rendered', async (_script, name, family) => {
    const pdf = await print({ client: party({ name, legal_name: null }) })
    expect(Buffer.from(pdf).toString('latin1')).toContain(`+${family}`)
    const text = (await pagesOf(pdf))[0]!.normalize('NFC')
    const missing = Array.from(name.normalize('NFC').replaceAll(' ', '')).filter(
      (letter) => !text.includes(letter),
    )
    expect(missing).toEqual([])
    expect(text).not.toContain('?')
  })

  test('text copied from Arabic is what was written, although its letters are drawn by shapes', async () => {
    const name = 'شركة المثال للتجارة'
    expect(
      copiedTextOf(await print({ client: party({ name, legal_name: null }) }))
        .toReversed()
        .join(''),
    ).toBe(name)
  })

  test('amounts in Arabic digits are in order, and each line has its own direction', async () => {
    const client = party({ name: 'شركة', legal_name: null, phone: '+34 910 000 000' })
    const [page] = await printed({ locale: 'ar-EG', client, lines: [line({ net_minor: 123456 })] })
    expect(page).toContain('١٬٢٣٤٫٥٦')
    expect(page!.match(/\+34 910 000 000/g)).toHaveLength(2)
  })

  test('signs without a font are named, emoji of several characters as one; nothing is a question mark', async () => {
    const text = async (description: string) =>
      (await printed({ lines: [line({ description })] }))[0]!.replaceAll('\u00a0', ' ')
    for (const [written, named] of [
      ['Hi 😀!', 'Hi [grinning face]!'],
      ['👨‍👩‍👧 and 🇪🇸', '[family: man, woman, girl] and [flag: spain]'],
      ['👍🏽 1️⃣ ❤️', '[thumbs up: medium skin tone] [keycap: 1] [heavy black heart]'],
      ['ᚠ', '[runic letter fehu feoh fe f]'],
      ['\u{2A6D6}', '[CJK unified ideograph U+2A6D6]'],
      ['a\ue000b', 'a[U+E000]b'],
      ['a\ud800b', 'a[replacement character]b'],
      ['one\u2028two\tthree\u200d', 'two three'],
    ] as const)
      expect(await text(written)).toContain(named)
    expect(await text('😀ᚠ')).not.toContain('?')
    expect(await text('Really?')).toContain('Really?')
  })
})

describe('a logo', () => {
  test('replaces the name', async () => {
    const pdf = await print({}, png(2, 2))
    expect(Buffer.from(pdf).toString('latin1')).toContain('/Subtype /Image')
    expect((await pagesOf(pdf))[0]).toMatch(/^Invoice/)
  })

  test.each([
    ['that is not a picture', new Uint8Array([1, 2, 3, 4, 5])],
    ['that is empty', new Uint8Array()],
    ['that is truncated', png(2, 2).slice(0, 40)],
    ['of far too many pixels', png(2, 2, 50_000)],
  ])('%s is left out, and the name is shown', async (_what, logo) => {
    expect((await pagesOf(await print({}, logo)))[0]).toMatch(/^Acme Consulting, S\.L\. Invoice/)
  })
})

/** The text that readers copy where words are drawn as shapes, from left to right. */
function copiedTextOf(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf).toString('latin1')
  const pages = [...text.matchAll(/FlateDecode\n>>\nstream\n([^]*?)\nendstream/g)]
    .map(([, stream]) => inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1'))
    .join('\n')
  const said = pages.matchAll(/\/ActualText \(\u00fe\u00ff((?:\\[^]|[^\\)])*)\)/g)
  return [...said].map(([, bytes]) =>
    Buffer.from(bytes!.replace(/\\([^])/g, '$1'), 'latin1')
      .swap16()
      .toString('utf16le'),
  )
}

/** A picture of one color; `claimed` is the width in its header. */
function png(width: number, height: number, claimed = width): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(claimed, 0)
  header.writeUInt32BE(claimed === width ? height : claimed, 4)
  const rows = deflateSync(Buffer.alloc(height * (1 + 3 * width), 99))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
