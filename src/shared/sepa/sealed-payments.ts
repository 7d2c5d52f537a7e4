import type { TransformContext } from '../../kit/operation.ts'
import { type Carried, sealedOf } from '../sealing/sealed.ts'
import { open } from '../sealing/sealing.ts'
import { type CreditTransfer, type Payment, transferProblems } from './pain001.ts'

/** Who is paid, by an IBAN that comes sealed: `record` is the id that it is bound to. */
export type Payee = Omit<Payment, 'creditor_iban' | 'creditor_bic'> & { iban: Carried; record: string }
export type Judged<T> = { row: T; payment: Payment; reason?: undefined } | { row: T; reason: string }

/**
 * The payment of a row, or the reason why a bank would reject it. A payee that is a text is a reason already. IBANs are
 * decrypted only here.
 */
export async function judged<T>(
  row: T,
  payee: Payee | string,
  order: CreditTransfer,
  org: string,
  { outside }: TransformContext,
): Promise<Judged<T>> {
  if (typeof payee === 'string') return { row, reason: payee }
  const { iban, record, ...rest } = payee
  const sealed = sealedOf(iban)
  const bound = { purpose: 'iban', org, record, version: sealed.secret_version }
  const creditor_iban = await open(outside.sealingKeys(), bound, sealed)
  const payment = { ...rest, creditor_iban, creditor_bic: null }
  const [problem] = transferProblems({ ...order, payments: [payment] })
  return problem ? { row, reason: problem.replace(/^payments\[0\]\./, '') } : { row, payment }
}

/** What is paid of all that was judged, and what is not. */
export const sorted = <T>(all: Judged<T>[]) => ({
  paid: all.flatMap((one) => (one.reason === undefined ? [one] : [])),
  left: all.flatMap((one) => (one.reason === undefined ? [] : [one])),
})

export const sumOf = (paid: { payment: Payment }[]) =>
  paid.reduce((sum, { payment }) => sum + payment.amount_minor, 0)
