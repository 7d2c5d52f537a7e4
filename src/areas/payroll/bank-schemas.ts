import * as z from 'zod'
import { count, day, idOut, moment } from '../../kit/fields.ts'
import { EmployeeRef } from '../../shared/employees.ts'
import { minor, minorFrom0 } from '../../shared/money/fields.ts'
import { bic, sepaIban } from '../../shared/sepa/fields.ts'

export const BankOrder = z
  .strictObject({
    debtor_iban: sepaIban().meta({
      description: 'The account that pays; issuer_iban of the settings of the invoice register unless sent',
      example: 'ES9121000418450200051332',
    }),
    debtor_bic: bic().meta({ description: 'Its bank', example: 'CAIXESBBXXX' }),
    execution_date: day().describe('When the bank is asked to pay; the pay date unless sent, or today'),
    part: z
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .describe('Which of its files; the first unless sent'),
    bank_file_withdrawn: z
      .boolean()
      .describe('That the bank has stopped the file that was made, so that another is'),
  })
  .partial()
  .meta({ id: 'PayrollBankOrder' })

export const BankFile = z
  .object({
    filename: z.string().meta({ description: 'Name of the file', example: 'salaries-2026-11-30.xml' }),
    content_type: z.literal('application/xml').describe('Media type of the file'),
    content: z.string().nullable().meta({ description: 'pain.001.001.09; null where nothing can be paid' }),
    message_id: z.string().nullable().describe('By which the bank knows the file'),
    made_at: moment().nullable().describe('When it was made; the same file comes from then on'),
    execution_date: day().nullable().describe('When the bank is asked to pay'),
    debtor_end: z.string().nullable().describe('The end of the account that pays'),
    part: count().describe('Which of the files it is'),
    parts: count().describe('How many there are: one has at most 500 payments'),
    payments: count().describe('How many people this one pays'),
    total_minor: minorFrom0().describe('What this one pays, in cents of a euro'),
    run_payments: count().describe('How many people all of them pay'),
    run_total_minor: minorFrom0().describe('What all of them pay'),
    left_out: z
      .array(
        z.object({
          payslip_id: idOut().describe('The payslip'),
          employee: EmployeeRef.describe('Whose it is'),
          net_minor: minor().describe('What is to be paid otherwise'),
          reason: z.string().meta({ description: 'Why', example: 'had no IBAN when the run was approved' }),
        }),
      )
      .describe('Whom none of them pays'),
  })
  .meta({ id: 'PayrollBankFile' })
