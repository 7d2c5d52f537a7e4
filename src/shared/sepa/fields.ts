import * as z from 'zod'
import { electronicIban, ibanProblem, isBic, isSepaIban } from './iban.ts'

/** An IBAN with or without spaces; parsed to upper case without spaces. */
export const iban = () =>
  z
    .string()
    .max(42, 'at most 42 characters')
    .superRefine((value, context) => {
      const problem = ibanProblem(value)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
    .transform((value) => electronicIban(value))
    .meta({ example: 'ES9121000418450200051332' })

/** An IBAN that SEPA credit transfers reach. */
export const sepaIban = () => iban().refine(isSepaIban, 'is of a country that SEPA does not reach')

export const bic = () =>
  z.string().refine(isBic, 'is no BIC; leave it out to let the bank find it').meta({ example: 'CAIXESBBXXX' })
