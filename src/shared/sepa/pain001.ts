import { majorOf } from '../money/currencies.ts'
import { xmlOf, type Element } from '../xml.ts'
import { sepaReference, sepaText } from './characters.ts'
import { electronicIban, ibanProblem, isBic, isSepaIban } from './iban.ts'

export type Payment = {
  end_to_end_id: string
  /** Cents of a euro. */
  amount_minor: number
  creditor_name: string
  creditor_iban: string
  creditor_bic: string | null
  /** What the payment is for, such as the number of an invoice. */
  remittance: string
}

export type CreditTransfer = {
  message_id: string
  created_at: Date
  /** The day on which the bank is asked to pay, `YYYY-MM-DD`. */
  execution_date: string
  initiator_name: string
  debtor_iban: string
  debtor_bic: string | null
  /** Booked as one sum, without single amounts on the statement of the account. */
  salaries?: true
  payments: Payment[]
}

const maxCents = 99_999_999_999
const [nameLength, referenceLength, remittanceLength] = [70, 35, 140]

/** Why a bank would reject an order, as `field: what is wrong`; empty if it would not. */
export function transferProblems(order: CreditTransfer): string[] {
  return [
    ...(order.payments.length === 0 ? ['payments: give at least one'] : []),
    ...problems('message_id', reference(order.message_id)),
    ...problems('initiator_name', name(order.initiator_name)),
    ...accountProblems('debtor', order.debtor_iban, order.debtor_bic),
    ...order.payments.flatMap((payment, n) => paymentProblems(payment, `payments[${n}]`)),
    ...repeated(order.payments.map(({ end_to_end_id }) => sepaReference(end_to_end_id, referenceLength))),
  ]
}

const problems = (field: string, problem: string | undefined) => (problem ? [`${field}: ${problem}`] : [])
const hasLetters = (text: string) => /[A-Za-z0-9]/.test(text)
const name = (text: string) =>
  hasLetters(sepaText(text, nameLength)) ? undefined : 'give a name in letters that banks can write'
const reference = (text: string) =>
  hasLetters(sepaReference(text, referenceLength)) ? undefined : 'give letters or digits'

function accountProblems(owner: string, iban: string, bic: string | null): string[] {
  const reason =
    ibanProblem(iban) ?? (isSepaIban(iban) ? undefined : 'is of a country that SEPA does not reach')
  return [
    ...problems(`${owner}_iban`, reason),
    ...problems(
      `${owner}_bic`,
      bic !== null && !isBic(bic) ? 'is no BIC; leave it out to let the bank find it' : undefined,
    ),
  ]
}

function paymentProblems(payment: Payment, at: string): string[] {
  const { amount_minor: cents } = payment
  const payable = Number.isInteger(cents) && cents >= 1 && cents <= maxCents
  return [
    ...problems(`${at}.end_to_end_id`, reference(payment.end_to_end_id)),
    ...problems(`${at}.amount_minor`, payable ? undefined : 'pay between 0.01 and 999999999.99 euros'),
    ...problems(`${at}.creditor_name`, name(payment.creditor_name)),
    ...accountProblems(`${at}.creditor`, payment.creditor_iban, payment.creditor_bic),
  ]
}

const repeated = (references: string[]) =>
  references.flatMap((each, n) =>
    references.indexOf(each) < n
      ? [`payments[${n}].end_to_end_id: is that of another payment; give each its own`]
      : [],
  )

/**
 * A SEPA credit transfer as pain.001.001.09, by the guidelines of the European Payments Council (EPC132-08, 2023). Call
 * `transferProblems` first.
 */
export function creditTransferOf(order: CreditTransfer): string {
  const group = {
    MsgId: sepaReference(order.message_id, referenceLength),
    CreDtTm: order.created_at.toISOString().slice(0, 19),
    ...sumsOf(order.payments),
    InitgPty: initiatorOf(order),
  }
  return xmlOf('Document', {
    '@xmlns': 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
    CstmrCdtTrfInitn: { GrpHdr: group, PmtInf: instructionOf(order) },
  })
}

const sumsOf = (payments: Payment[]) => ({
  NbOfTxs: String(payments.length),
  CtrlSum: euros(payments.reduce((sum, { amount_minor }) => sum + amount_minor, 0)),
})
const initiatorOf = (order: CreditTransfer) => ({ Nm: sepaText(order.initiator_name, nameLength) })

const instructionOf = (order: CreditTransfer): Element => ({
  PmtInfId: sepaReference(order.message_id, referenceLength),
  PmtMtd: 'TRF',
  BtchBookg: order.salaries && 'true',
  ...sumsOf(order.payments),
  PmtTpInf: { SvcLvl: { Cd: 'SEPA' }, CtgyPurp: purposeOf(order) },
  ReqdExctnDt: { Dt: order.execution_date },
  Dbtr: initiatorOf(order),
  DbtrAcct: accountOf(order.debtor_iban),
  DbtrAgt: { FinInstnId: order.debtor_bic ? { BICFI: order.debtor_bic } : { Othr: { Id: 'NOTPROVIDED' } } },
  ChrgBr: 'SLEV',
  CdtTrfTxInf: order.payments.map((payment) => transactionOf(payment, order)),
})

const euros = (cents: number) => majorOf(cents, 'EUR')
const accountOf = (iban: string): Element => ({ Id: { IBAN: electronicIban(iban) } })

const purposeOf = ({ salaries }: CreditTransfer) => salaries && { Cd: 'SALA' }

const transactionOf = (payment: Payment, order: CreditTransfer): Element => ({
  PmtId: { EndToEndId: sepaReference(payment.end_to_end_id, referenceLength) },
  Amt: { InstdAmt: { '@Ccy': 'EUR', '#text': euros(payment.amount_minor) } },
  CdtrAgt: payment.creditor_bic ? { FinInstnId: { BICFI: payment.creditor_bic } } : undefined,
  Cdtr: { Nm: sepaText(payment.creditor_name, nameLength) },
  CdtrAcct: accountOf(payment.creditor_iban),
  Purp: purposeOf(order),
  RmtInf: { Ustrd: sepaText(payment.remittance, remittanceLength) || undefined },
})
