import * as z from 'zod'
import { electronicIban, ibanProblem, isBic, isSepaIban } from './iban.ts'

/** An IBAN, kept in capital letters without spaces. */
export const iban = () =>
  z
    .string()
    .max(50, 'at most 50 characters')
    .superRefine((given, context) => {
      const message = ibanProblem(given)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .transform(electronicIban)
    .meta({ example: 'ES9121000418450200051332' })

/** One that credit transfers in euros reach. */
export const sepaIban = () => iban().refine(isSepaIban, 'is of a country that SEPA does not reach')

export const bic = () =>
  z.string().refine(isBic, 'is no BIC; leave it out to let the bank find it').meta({ example: 'CAIXESBBXXX' })
