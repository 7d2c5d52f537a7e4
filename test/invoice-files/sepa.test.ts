import { describe, expect, test } from 'vitest'
import { sepaReference, sepaText } from '../../src/shared/sepa/characters.ts'
import { electronicIban, ibanProblem, isSepaIban } from '../../src/shared/sepa/iban.ts'
import {
  creditTransferOf,
  transferProblems,
  type CreditTransfer,
  type Payment,
} from '../../src/shared/sepa/pain001.ts'

const payment = (changes: Partial<Payment> = {}): Payment => ({
  end_to_end_id: 'INV-1',
  amount_minor: 12345,
  creditor_name: 'Ñandú & Cía.',
  creditor_iban: 'ES91 2100 0418 4502 0005 1332',
  creditor_bic: null,
  remittance: 'Factura F-1',
  ...changes,
})
const transfer = (changes: Partial<CreditTransfer> = {}): CreditTransfer => ({
  message_id: 'PAY-2026-02-27',
  created_at: new Date('2026-02-27T10:00:00.123Z'),
  execution_date: '2026-03-02',
  initiator_name: 'Müller GmbH',
  debtor_iban: 'DE89370400440532013000',
  debtor_bic: 'COBADEFFXXX',
  payments: [payment()],
  ...changes,
})

describe('an IBAN', () => {
  test.each([
    'DE89370400440532013000',
    'ES9121000418450200051332',
    'FR1420041010050500013M02606',
    'GB29NWBK60161331926819',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
    'CH9300762011623852957',
    'it60 x054 2811 1010 0000 0123 456',
  ])('%s of the registry is valid', (iban) => expect(ibanProblem(iban)).toBeUndefined())

  test.each([
    ['DE89370400440532013001', /check digits/],
    ['DE98370400440532013000', /check digits/],
    ['ES912100041845020005133', /as many characters/],
    ['DE893704004405320130000', /as many characters/],
    ['XX89370400440532013000', /no country/],
    ['GB29123460161331926819', /letters or digits/],
    ['', /missing/],
  ])('%s %s', (iban, problem) => expect(ibanProblem(iban)).toMatch(problem))

  test('every transposition of two digits is detected', () => {
    const valid = 'DE89370400440532013000'
    for (let n = 4; n < valid.length - 1; n++) {
      const swapped = valid.slice(0, n) + valid[n + 1] + valid[n] + valid.slice(n + 2)
      expect(ibanProblem(swapped) === undefined).toBe(valid[n] === valid[n + 1])
    }
  })

  test('can be reached by SEPA in Switzerland and not in Brazil', () => {
    expect(isSepaIban('CH9300762011623852957')).toBe(true)
    expect(isSepaIban('BR1800360305000010009795493C1')).toBe(false)
    expect(electronicIban('ch93 0076-2011 6238 5295 7')).toBe('CH9300762011623852957')
  })
})

describe('text is in the character set of SEPA', () => {
  test.each([
    ['Müller & Söhne', 'Mueller + Soehne'],
    ['Łódź “Ñandú” ß', "Lodz 'Nandu' ss"],
    ['Ωμέγα', 'Omega'],
    ['5 € <x>\n[y]', '5 EUR .x. .y.'],
    ['株式', '..'],
  ])('%s is %s', (text, expected) => expect(sepaText(text, 70)).toBe(expected))

  test('is truncated where allowed, after transliteration', () => {
    expect(sepaText('ß'.repeat(50), 70)).toBe('s'.repeat(70))
    expect(sepaText('abc def', 4)).toBe('abc')
  })

  test('a reference has no slash at its ends and no two in a row', () => {
    expect(sepaReference('//a///b/', 35)).toBe('a/b')
    expect(sepaReference(`${'a'.repeat(34)}/b`, 35)).toBe('a'.repeat(34))
  })
})

describe('a credit transfer', () => {
  test('has its elements in the order of pain.001.001.09', () => {
    const names = [...creditTransferOf(transfer()).matchAll(/<(\w+)/g)].map(([, name]) => name)
    expect(names.join(' ')).toBe(
      'Document CstmrCdtTrfInitn GrpHdr MsgId CreDtTm NbOfTxs CtrlSum InitgPty Nm PmtInf PmtInfId PmtMtd NbOfTxs CtrlSum ' +
        'PmtTpInf SvcLvl Cd ReqdExctnDt Dt Dbtr Nm DbtrAcct Id IBAN DbtrAgt FinInstnId BICFI ChrgBr CdtTrfTxInf PmtId ' +
        'EndToEndId Amt InstdAmt Cdtr Nm CdtrAcct Id IBAN RmtInf Ustrd',
    )
  })

  test('has the values of the order', () => {
    const xml = creditTransferOf(transfer())
    expect(xml).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"')
    for (const said of [
      '<CreDtTm>2026-02-27T10:00:00</CreDtTm>',
      '<Dt>2026-03-02</Dt>',
      '<IBAN>ES9121000418450200051332</IBAN>',
      '<InstdAmt Ccy="EUR">123.45</InstdAmt>',
      '<Nm>Nandu + Cia.</Nm>',
      '<BICFI>COBADEFFXXX</BICFI>',
    ])
      expect(xml).toContain(said)
  })

  test('leaves it to the bank to find a BIC that is not given', () => {
    expect(creditTransferOf(transfer({ debtor_bic: null }))).toMatch(/<Othr>\s*<Id>NOTPROVIDED</)
    expect(creditTransferOf(transfer({ payments: [payment({ creditor_bic: 'CAIXESBBXXX' })] }))).toMatch(
      /<CdtrAgt>\s*<FinInstnId>\s*<BICFI>CAIXESBBXXX</,
    )
  })

  test('has control sums that are exact to the cent, where floating point would not be', () => {
    const payments = Array.from({ length: 1000 }, (_, n) =>
      payment({ end_to_end_id: `P${n}`, amount_minor: 10 + (n % 3) }),
    )
    const xml = creditTransferOf(transfer({ payments }))
    expect(xml.match(/<CtrlSum>[^<]*/g)).toEqual(['<CtrlSum>109.99', '<CtrlSum>109.99'])
    expect(xml.match(/<NbOfTxs>[^<]*/g)).toEqual(['<NbOfTxs>1000', '<NbOfTxs>1000'])
  })

  test('has nothing that banks reject, whatever the texts are', () => {
    const hostile = '<Ünïcødé> & "quotes" 株式 \u0000 ' + 'x/'.repeat(200)
    const xml = creditTransferOf(
      transfer({
        message_id: hostile,
        initiator_name: hostile,
        payments: [
          payment({
            end_to_end_id: hostile,
            creditor_name: hostile,
            remittance: hostile,
          }),
        ],
      }),
    )
    const most: Record<string, number> = { MsgId: 35, PmtInfId: 35, EndToEndId: 35, Nm: 70, Ustrd: 140 }
    for (const [, name, text] of xml.matchAll(/<(MsgId|PmtInfId|EndToEndId|Nm|Ustrd)>([^<]*)</g)) {
      expect(text!.replaceAll('&apos;', "'")).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]+$/)
      expect(text!.replaceAll('&apos;', "'").length).toBeLessThanOrEqual(most[name!]!)
      if (name!.endsWith('Id')) expect(text).not.toMatch(/^\/|\/\/|\/$/)
    }
  })
})

describe('what a bank would reject is reported first', () => {
  test('nothing about a valid order', () => expect(transferProblems(transfer())).toEqual([]))

  test.each<[problem: RegExp, order: CreditTransfer]>([
    [/^payments: /, transfer({ payments: [] })],
    [/^message_id: /, transfer({ message_id: '///' })],
    [/^initiator_name: /, transfer({ initiator_name: '株式会社' })],
    [/^debtor_iban: has wrong check digits/, transfer({ debtor_iban: 'DE89370400440532013001' })],
    [/^debtor_bic: /, transfer({ debtor_bic: 'nope' })],
    [/^payments\[0\]\.amount_minor: /, transfer({ payments: [payment({ amount_minor: 0 })] })],
    [/^payments\[0\]\.amount_minor: /, transfer({ payments: [payment({ amount_minor: 100_000_000_000 })] })],
    [/^payments\[0\]\.creditor_name: /, transfer({ payments: [payment({ creditor_name: ' ' })] })],
    [
      /^payments\[0\]\.creditor_iban: .*SEPA/,
      transfer({ payments: [payment({ creditor_iban: 'BR1800360305000010009795493C1' })] }),
    ],
    [
      /^payments\[1\]\.end_to_end_id: /,
      transfer({ payments: [payment(), payment({ end_to_end_id: '/INV-1/' })] }),
    ],
  ])('%s', (problem, order) => {
    expect(transferProblems(order)).toEqual([expect.stringMatching(problem)])
  })
})
