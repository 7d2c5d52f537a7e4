import { sql } from 'drizzle-orm'
import { payslips } from '../../../db/schema/payroll.ts'
import { base64 } from '../../base/base64.ts'
import type { TransformContext } from '../../kit/operation.ts'
import { all, one, type Ref } from '../../kit/sql.ts'
import { payslipTarget, wholePayslip } from './queries.ts'
import type { Printed } from './paper/view.ts'

const printed = {
  ...wholePayslip,
  answer: sql`((${wholePayslip.answer})::jsonb || jsonb_build_object('facts', app.payslip_facts(${payslips})))`,
}

export const printedPayslip = (id: Ref) =>
  one(printed, all(payslipTarget.notDeleted, sql`${payslips.id} = ${id}`))

/** The payslip as a file. Its name says the month and nothing of the pay. */
export async function payslipFile(text: string, { outside, now }: TransformContext): Promise<string> {
  const slip = JSON.parse(text) as Printed
  const { pdfOf } = await import('./paper/paper.ts')
  const bytes = await pdfOf(slip, { font: outside.fonts(), at: now })
  const month = slip.pay_date.slice(0, 7)
  return JSON.stringify({
    filename: slip.is_extra ? `payslip-${month}-extra.pdf` : `payslip-${month}.pdf`,
    content_type: 'application/pdf',
    content: base64(bytes),
  })
}
