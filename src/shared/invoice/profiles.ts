import * as z from 'zod'
import { invoiceProfiles } from '../../../db/schema/clients.ts'
import { text } from '../../kit/fields.ts'

export const InvoiceProfile = z.enum(invoiceProfiles).meta({
  id: 'InvoiceProfile',
  description: 'Whose rules the electronic invoice keeps: of EN 16931 alone, XRechnung 3 or Peppol BIS 3',
  'x-brief': 'Whose rules the electronic invoice keeps',
})

export const buyerReference = () =>
  text(100).meta({ description: 'Of the buyer, such as the Leitweg-ID of a German authority' })

/** Codes of the list EAS that Peppol knows. */
const schemes = new Set(
  `0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190 0191 0192
  0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 0217 0218 0221 0225
  0230 0235 0240 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935
  9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959`.split(
    /\s+/,
  ),
)

const digitsOf = (number: string) => Array.from(number, Number)
const weighted = (number: string, weights: number[]) =>
  digitsOf(number).reduce((sum, digit, place) => sum + digit * weights[place]!, 0)
/** From the right, digits weigh 3 and 1 in turn (GS1). */
const gs1 = (number: string) =>
  digitsOf(number)
    .toReversed()
    .reduce((sum, digit, place) => sum + digit * (place % 2 ? 3 : 1), 0) %
    10 ===
  0

/** The numbers whose check digits Peppol verifies. */
const checks: Record<string, { form: RegExp; isValid: (number: string) => boolean }> = {
  '0088': { form: /^\d{13}$/, isValid: gs1 },
  '0151': {
    form: /^[1-9]\d{10}$/,
    isValid: (number) => (weighted(number, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0,
  },
  '0192': {
    form: /^\d{9}$/,
    isValid: (number) => weighted(number, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  },
  '0208': {
    form: /^\d{10}$/,
    isValid: (number) => 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8)),
  },
  '0007': {
    form: /^\d{10}$/,
    isValid: (number) =>
      digitsOf(number).reduce((sum, digit, place) => {
        const doubled = place % 2 ? digit : digit * 2
        return sum + (doubled > 9 ? doubled - 9 : doubled)
      }, 0) %
        10 ===
      0,
  },
}

/** Where systems deliver electronic invoices to: the code of a list, a colon, and the number in that list. */
export const electronicAddress = () =>
  text(60)
    .regex(/^\d{4}:[^\s:]+$/, 'must be a code of four digits, a colon and a number, such as 9920:ESB12345674')
    .refine((given) => !/^\d{4}:/.test(given) || schemes.has(given.slice(0, 4)), {
      message: 'begins with a code that Peppol does not know',
    })
    .refine((given) => {
      const check = checks[given.slice(0, 4)]
      const number = given.slice(5)
      return !check || (check.form.test(number) && check.isValid(number))
    }, 'is no such number: its length or check digit is wrong')
    .meta({ description: 'Peppol ID: a code of the list EAS and a number', example: '9920:ESB12345674' })
