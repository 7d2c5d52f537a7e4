import { inWords } from '../kit/words.ts'
import type { FC, PropsWithChildren } from 'hono/jsx'
import { Money } from '../kit/money.tsx'
import { Badge } from '../kit/parts.tsx'

export type Party = { id: string; name: string }
export type Line = {
  id: string
  position: number
  description: string
  quantity: string
  unit: string | null
  unit_price: string
  discount_percent: string
  tax_rate_id: string | null
  tax_rate: string
  surcharge_rate: string | null
  category: string
  exemption_code: string | null
  net_minor: number
  before_discount_minor: number
  expense_id: string | null
  milestone_id: string | null
}
export type Payment = {
  id: string
  amount_minor: number
  paid_on: string
  method: string
  reference: string | null
  voided_at: string | null
}
export type InvoiceRow = {
  id: string
  number: string | null
  kind: 'standard' | 'simplified' | 'corrective'
  status: 'draft' | 'issued' | 'partially_paid' | 'paid' | 'cancelled'
  overdue: boolean
  client: Party
  currency: string
  issue_date: string | null
  due_date: string | null
  total_minor: number
  outstanding_minor: number
}
export type Invoice = InvoiceRow & {
  corrects: { id: string; number: string | null } | null
  corrections: { id: string; number: string | null; total_minor: number }[]
  profile: string | null
  buyer_reference: string | null
  base_currency: string
  base_tax_minor: number | null
  exchange_rate: string | null
  exchange_rate_date: string | null
  discount_minor: number
  net_minor: number
  tax_minor: number
  surcharge_minor: number
  withholding_minor: number
  payable_minor: number
  paid_minor: number
  credited_minor: number
  notes: string | null
  cancel_reason: string | null
  sent_at: string | null
  viewed_at: string | null
  lines: Line[]
  taxes: { rate: string; surcharge_rate: string; tax_minor: number; surcharge_minor: number }[]
  payments: Payment[]
  version: number
}

/** Why no mail went out with a link. */
export const notMailed = {
  no_address: 'no address is known',
  no_mail: 'this service sends none',
  limit: 'too many went to this address within an hour, so try again later',
}
export type Link = {
  id: string
  created_at: string
  expires_at: string
  revoked_at: string | null
  mailed_to: string | null
  not_mailed: keyof typeof notMailed | null
  mail_status: 'waiting' | 'sent' | 'failed' | 'dropped' | null
  mail_error: string | null
}

const kinds = {
  draft: undefined,
  issued: 'accent',
  partially_paid: 'accent',
  paid: 'good',
  cancelled: 'bad',
} as const
/** The state of an invoice; "overdue" takes precedence. */
export const InvoiceState: FC<{ invoice: Pick<InvoiceRow, 'status' | 'overdue'> }> = ({
  invoice: { status, overdue },
}) => (overdue ? <Badge kind="warn">overdue</Badge> : <Badge kind={kinds[status]}>{inWords(status)}</Badge>)

export const nameOf = ({ number, kind }: Pick<InvoiceRow, 'number' | 'kind'>) =>
  number ?? (kind === 'corrective' ? 'Draft of a credit note' : 'Draft')

/** A line as the API expects it when all lines are replaced. */
export const lineDraft = (line: Line) => ({
  description: line.description,
  quantity: line.quantity,
  unit: line.unit,
  unit_price: line.unit_price,
  discount_percent: line.discount_percent,
  ...(line.tax_rate_id
    ? { tax_rate_id: line.tax_rate_id }
    : {
        tax_rate: line.tax_rate,
        category: line.category,
        ...(line.surcharge_rate && { surcharge_rate: line.surcharge_rate }),
      }),
  ...(line.exemption_code && { exemption_code: line.exemption_code }),
  ...(line.expense_id && { expense_id: line.expense_id }),
  ...(line.milestone_id && { milestone_id: line.milestone_id }),
})

type Shown = Pick<
  Line,
  | 'description'
  | 'quantity'
  | 'unit'
  | 'unit_price'
  | 'discount_percent'
  | 'tax_rate'
  | 'before_discount_minor'
>
/** A line of an invoice, with its actions as children. */
export const LineRow: FC<PropsWithChildren<{ line: Shown; currency: string }>> = ({
  line,
  currency,
  children,
}) => (
  <li class="row">
    <div class="grow">
      <p class="as-typed">{line.description}</p>
      <p class="facts">
        <span>{`${line.quantity}${line.unit ? ` ${line.unit}` : ''} × ${line.unit_price}`}</span>
        {line.discount_percent === '0' ? null : <span>{`− ${line.discount_percent} %`}</span>}
        <span>{`tax ${line.tax_rate} %`}</span>
      </p>
    </div>
    <p class="title">
      <Money minor={line.before_discount_minor} currency={currency} />
    </p>
    {children}
  </li>
)
