import * as z from 'zod'
import { text } from '../kit/fields.ts'
import { isCountry } from './countries.ts'
import { nameText } from './names.ts'

const country = () =>
  z
    .string()
    .regex(/^[A-Z]{2}$/, { error: 'must be an ISO 3166-1 alpha-2 code such as ES', abort: true })
    .refine(isCountry, 'unknown country; send an ISO 3166-1 alpha-2 code such as ES')
    .meta({ description: 'ISO 3166-1, such as DE', example: 'ES' })

/** Compared without case, spaces, dots and hyphens. */
const taxId = () =>
  text(20)
    .refine((value) => /^[A-Za-z0-9 ./-]*$/.test(value) && /[A-Za-z0-9]/.test(value), {
      message: 'must be letters and digits; spaces, dots, hyphens and slashes may stand between them',
    })
    .meta({ description: 'Tax number, such as a VAT number', example: 'ESB12345674' })

export const website = () =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .max(300, 'at most 300 characters')
    .meta({ description: 'Its address on the web', example: 'https://example.com' })

export const labels = () =>
  z
    .array(text(40))
    .max(20, 'at most 20 tags')
    .refine((tags) => new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length, 'each tag once')
    .meta({
      description: 'Labels of its own, at most 20',
      'x-brief': 'Labels of its own',
      example: ['retail'],
    })

/** The address of a party; every field is optional. */
export const addressFields = {
  address_line1: text(200).nullable().meta({ description: 'Street and number' }),
  address_line2: text(200).nullable().meta({ description: 'Floor, door, building' }),
  postal_code: text(20)
    .nullable()
    .meta({ description: 'As it is written in the country', 'x-brief': 'Postal code' }),
  city: text(120).nullable().meta({ description: 'Town or city' }),
  region: text(120).nullable().meta({ description: 'Province or state' }),
  country: country().nullable(),
}

export const partyFields = {
  name: nameText(200).meta({ description: 'What the party is called', example: 'Babbage Ltd' }),
  legal_name: nameText(200).nullable().meta({ description: 'As it stands on invoices' }),
  tax_id: taxId().nullable(),
  phone: text(40).nullable().meta({ description: 'With its country code' }),
  website: website().nullable(),
  ...addressFields,
  payment_terms_days: z
    .int('must be a whole number of days')
    .min(0, 'must be 0 to 365')
    .max(365, 'must be 0 to 365')
    .nullable()
    .meta({
      description: 'Days from an invoice to its due date',
      'x-brief': 'Days until it is due',
      example: 30,
    }),
  tags: labels(),
}

/** What became of a client or supplier that was to be deleted. */
export const Dropped = z
  .object({
    result: z.enum(['deleted', 'archived']).meta({ description: 'Archived where other records refer to it' }),
  })
  .meta({ id: 'DeletedOrArchived' })
