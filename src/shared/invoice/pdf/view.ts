import { addressLines } from '../../address-lines.ts'
import type { Fact, Side, Total } from '../../pdf/blocks.ts'
import type { Table } from '../../pdf/table.ts'
import { asksForPayment, type InvoiceDocument, type Party } from '../document.ts'
import { rateRemarkOf } from '../exchange.ts'
import { languageOf, wordsOf } from '../texts/texts.ts'
import type { Words } from '../texts/words.ts'
import { valuesOf, type Values } from '../../money/values.ts'
import { rowsOf } from './rows.ts'
import { taxesOf, totalsOf } from './sums.ts'

/** The content of the PDF of an invoice, as text. */
export type View = {
  title: string
  number: string
  stamp: string | null
  facts: Fact[]
  issuer: Side
  client: Side
  remarks: string[]
  rows: Table
  taxes: Table
  totals: Total[]
  payment: string | null
  notes: { label: string; text: string } | null
  footer: string
  captions: string[]
}

export function viewOf(invoice: InvoiceDocument): View {
  const words = wordsOf(invoice.locale)
  const values = valuesOf(invoice.locale, invoice.currency)
  const language = languageOf(invoice.locale)
  const { iban } = invoice.issuer
  return {
    title: words[invoice.kind],
    number: invoice.number ?? '',
    stamp: stampOf(invoice, words),
    facts: factsOf(invoice, words, values),
    issuer: sideOf(words.from, invoice.issuer, words, language),
    client: sideOf(words.to, invoice.client, words, language),
    remarks: remarksOf(invoice, words, values),
    rows: rowsOf(invoice, words, values),
    taxes: taxesOf(invoice, words, values),
    totals: totalsOf(invoice, words, values),
    payment: iban && asksForPayment(invoice) ? words.payTo(grouped(iban)) : null,
    notes: invoice.notes ? { label: words.notes, text: invoice.notes } : null,
    footer: invoice.issuer.footer ?? '',
    captions: invoice.qr?.caption.split('\n') ?? [],
  }
}

function stampOf(invoice: InvoiceDocument, words: Words): string | null {
  const { number, status, payable_minor: payable } = invoice
  if (status === 'cancelled') return words.cancelled
  if (payable > 0 && invoice.credited_minor >= payable) return words.creditedInFull
  return status === 'draft' || number === null ? words.draft : null
}

function factsOf(invoice: InvoiceDocument, words: Words, values: Values): Fact[] {
  const facts: [string, string | null][] = [
    [words.number, invoice.number],
    [words.issueDate, invoice.issue_date && values.date(invoice.issue_date)],
    [words.operationDate, invoice.operation_date && values.date(invoice.operation_date)],
    [words.dueDate, invoice.due_date && values.date(invoice.due_date)],
    [words.poNumber, invoice.po_number],
    [words.buyerReference, invoice.buyer_reference],
  ]
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

function sideOf(label: string, party: Party, words: Words, language: string): Side {
  const lines = [
    party.legal_name ? party.name : null,
    party.tax_id && `${words.taxId}: ${party.tax_id}`,
    ...addressLines(party, language),
    party.email,
    party.phone,
    party.website,
  ]
  const name = party.legal_name ?? party.name
  return { label, name, lines: lines.filter((line): line is string => Boolean(line) && line !== name) }
}

function remarksOf(invoice: InvoiceDocument, words: Words, values: Values): string[] {
  const { corrects, correction_method: method, correction_reason: reason } = invoice
  const mentions = new Set(invoice.taxes.map(({ category }) => words.mentions[category]))
  return [
    corrects && words.corrects(corrects.number, values.date(corrects.issue_date)),
    method && words[method],
    reason && words.reason(reason),
    ...mentions,
    ...rateRemarkOf(invoice, words, values),
  ].filter((remark): remark is string => Boolean(remark))
}

const grouped = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1\u00a0')
