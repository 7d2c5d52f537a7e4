import { element, money, unmarked } from './elements.ts'
import type { Json } from './host.ts'

/** An invoice as its client will read it: lines, totals and days. */
export function invoice(answer: Json) {
  const { number, status, client, lines = [], currency, notes } = answer as Json & { lines?: Json[] }
  const facts: [string, unknown][] = [
    ['Client', typeof client === 'object' && client ? (client as Json).name : client],
    ['Issued', answer.issue_date],
    ['Due', answer.due_date],
    ['Order', answer.po_number],
  ]
  const totals = [
    ['Net', answer.net_minor],
    ['Tax', answer.tax_minor],
    ['Total', answer.payable_minor ?? answer.total_minor],
  ] as const
  return element(
    'article',
    'invoice',
    element('h2', '', `Invoice ${unmarked(number)} `, element('small', '', unmarked(status))),
    element('dl', '', ...facts.flatMap(([name, value]) => (value ? pair(name, unmarked(value)) : []))),
    element('table', '', ...lines.map((line) => rowOf(line, currency))),
    element('dl', 'totals', ...totals.flatMap(([name, minor]) => pair(name, money(minor, currency)))),
    notes ? element('p', '', unmarked(notes)) : undefined,
  )
}

const pair = (name: string, value: string) => [element('dt', '', name), element('dd', '', value)]
const rowOf = ({ description, quantity, unit, net_minor }: Json, currency: unknown) =>
  element(
    'tr',
    '',
    element('td', '', unmarked(description)),
    element('td', 'number', `${unmarked(quantity)} ${unmarked(unit)}`.trim()),
    element('td', 'number', money(net_minor, currency)),
  )
