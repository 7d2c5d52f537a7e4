import { describe, expect, test } from 'vitest'
import { viewOf } from '../../src/shared/invoice/pdf/view.ts'
import { transferCode } from '../../src/shared/invoice/transfer-code.ts'
import { invoiceOf, line, party } from './samples.ts'

const issuer = { ...party(), iban: 'ES9121000418450200051332', footer: null }
const open = invoiceOf({ issuer, currency: 'EUR', lines: [line()] })
const settled = [
  { ...open, status: 'cancelled' as const },
  { ...open, credited_minor: open.payable_minor },
  { ...open, status: 'paid' as const, paid_minor: open.payable_minor },
]

describe('the code of a transfer', () => {
  test('is that of EPC069-12', () => {
    expect(transferCode(open)?.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      '',
      'Acme Consulting, S.L.',
      issuer.iban,
      'EUR121.00',
      '',
      '',
      open.number,
    ])
  })

  test.each([
    ...settled,
    { ...open, currency: 'USD' },
    { ...open, issuer: { ...issuer, iban: null } },
    { ...open, payable_minor: -100 },
  ])('is missing where nothing can be transferred in euro', (document) => {
    expect(transferCode(document)).toBeNull()
  })
})

describe('a document that is settled', () => {
  test.each(settled)('does not ask for payment', (document) => {
    expect(viewOf(open).payment).toContain('ES91')
    expect(viewOf(document).payment).toBeNull()
  })

  test('says that it is cancelled or credited in full', () => {
    expect(settled.map((document) => viewOf({ ...document, locale: 'en' }).stamp)).toEqual([
      'CANCELLED',
      'CREDITED',
      null,
    ])
  })
})
