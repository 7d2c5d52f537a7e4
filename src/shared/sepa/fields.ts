import * as z from 'zod'
import { electronicIban, ibanProblem, isBic, isSepaIban } from './iban.ts'

/** An IBAN with or without spaces, as it is kept: without, in upper case. */
export const iban = () =>
  z
    .string()
    .max(42, 'at most 42 characters')
    .superRefine((given, context) => {
      const problem = ibanProblem(given)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
    .transform((given) => electronicIban(given))
    .meta({ example: 'ES9121000418450200051332' })

/** One that credit transfers in euros reach. */
export const sepaIban = () => iban().refine(isSepaIban, 'is of a country that SEPA does not reach')

export const bic = () =>
  z.string().refine(isBic, 'is no BIC; leave it out to let the bank find it').meta({ example: 'CAIXESBBXXX' })
