import * as z from 'zod'
import { isCountry } from '../../shared/countries.ts'
import { csv, id, intParam } from '../../kit/fields.ts'

const coordinate = () => z.number().nullable()
const part = () => z.string().nullable()

/** An address in the format of clients, suppliers, employees and invoices. */
export const Address = z
  .object({
    label: z.string().meta({ description: 'In one line', example: 'Unter den Linden 1, 10117 Berlin' }),
    line1: part().describe('Street and number'),
    line2: part().describe('What else the street line needs'),
    postcode: part().describe('Postal code'),
    city: part().describe('Town'),
    region: part().describe('ISO 3166-2 without the country, such as BY'),
    country_code: part().meta({ description: 'ISO 3166-1, such as DE', example: 'DE' }),
    lat: coordinate().describe('Latitude'),
    lon: coordinate().describe('Longitude'),
  })
  .meta({ id: 'Address' })
export type Address = z.output<typeof Address>

const Suggestion = z
  .object({
    id: z.string().meta({ description: 'Asks for the whole address' }),
    label: z.string().describe('The whole address in a line'),
    line1: part().describe('Street and number'),
    postcode: part().describe('Postal code'),
    city: part().describe('Town'),
    region: part().describe('ISO 3166-2 without the country, such as BY'),
    country_code: part().describe('ISO 3166-1, such as DE'),
    lat: coordinate().describe('Latitude'),
    lon: coordinate().describe('Longitude'),
  })
  .meta({ id: 'AddressSuggestion' })

export const Suggestions = z
  .object({
    items: z.array(Suggestion).describe('The best matches first'),
    provider: z
      .enum(['google', 'photon'])
      .nullable()
      .describe('Who was asked; null where the deployment has nobody to ask'),
    configured: z.boolean().meta({ description: 'False where this deployment knows no provider' }),
    degraded: z.boolean().meta({ description: 'The provider failed, or took too long' }),
  })
  .meta({ id: 'AddressSuggestions' })

/** In these scripts a single character is meaningful. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

const sought = () =>
  z
    .string()
    .trim()
    .max(400, 'at most 200 characters')
    .transform((given) => given.normalize('NFC').replace(/\s+/g, ' '))
    .superRefine((given, context) => {
      const length = Array.from(given).length
      if (length > 200) context.addIssue({ code: 'custom', message: 'at most 200 characters' })
      if (length < (dense.test(given) ? 1 : 3))
        context.addIssue({
          code: 'custom',
          message: 'at least 3 characters, or 1 of Chinese, Japanese or Korean',
        })
    })
    .meta({ example: 'Unter den Linden' })

const country = () =>
  z
    .string()
    .transform((given) => given.toUpperCase())
    .refine(isCountry, 'must be an ISO 3166-1 alpha-2 code')

const lang = () =>
  z
    .string()
    .max(35, 'at most 35 characters')
    .refine(isLanguage, 'must be a BCP 47 language tag')
    .optional()
    .meta({ example: 'de' })

function isLanguage(tag: string): boolean {
  try {
    return /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(tag) && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

const near = () =>
  z
    .string()
    .regex(/^-?\d{1,2}(?:\.\d{1,9})?,-?\d{1,3}(?:\.\d{1,9})?$/, 'must be latitude,longitude')
    .transform((given) => {
      const [lat, lon] = given.split(',').map(Number) as [number, number]
      return { lat, lon }
    })
    .refine(({ lat, lon }) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180, 'must be latitude,longitude')
    .optional()
    .meta({ type: 'string', example: '52.52,13.40' })

const session = () => id().optional().meta({ description: 'One for the keystrokes of one search' })

export const AddressFilter = z.strictObject({
  q: sought().describe('The address as far as it is typed'),
  country: csv(country())
    .refine((codes) => codes.length <= 15, 'at most 15 countries')
    .optional()
    .meta({
      description: 'Only in these countries: ISO 3166-1, separated by commas',
      type: 'string',
      example: 'DE,AT',
    }),
  lang: lang().describe('The language of the names'),
  limit: intParam(1, 10)
    .default(5)
    .meta({ type: 'integer', description: 'Suggestions, 1 to 10', example: 5 }),
  session: session(),
  near: near().describe('Latitude and longitude to prefer, separated by a comma'),
})

export const AddressDetail = z.strictObject({
  session: session(),
  lang: lang().describe('The language of the names'),
})
