import * as z from 'zod'
import { boolParam, version } from '../../kit/fields.ts'
import { updatedAt } from '../../shared/common-fields.ts'

const maxBytes = 65_536
const deepest = 20
const bytes = new TextEncoder()

/** True where arrays and objects nest no deeper than `left`. */
const isFlat = (value: unknown, left = deepest): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (left > 0 && Object.values(value).every((inner) => isFlat(inner, left - 1)))
const fits = (value: unknown) => bytes.encode(JSON.stringify(value)).length <= maxBytes

export const Word = {
  format: /^[a-z0-9][a-z0-9._-]{0,63}$/,
  problem: 'must be 1 to 64 of a-z, 0-9, ., _ and -',
}

const value = () =>
  z.unknown().meta({ description: 'Any JSON, up to 64 kB and 20 levels', example: { open: true } })

export const DesktopDraft = z
  .strictObject({
    value: value()
      .refine((given) => given !== undefined, 'required')
      .refine((given) => given === undefined || fits(given), 'at most 64 kB')
      .refine((given) => isFlat(given), 'at most 20 levels'),
    version: version().optional(),
  })
  .meta({ id: 'DesktopDraft' })

export const DesktopPatch = z
  .record(z.string(), z.unknown())
  .refine(fits, 'at most 64 kB')
  .refine((given) => isFlat(given), 'at most 20 levels')
  .meta({ id: 'DesktopPatch', description: 'A JSON merge patch (RFC 7396): null takes a member away' })

export const DesktopState = z
  .object({
    key: z.string().meta({ description: 'Its name, which the client chooses', example: 'windows' }),
    value: value(),
    version: version(),
    updated_at: updatedAt,
  })
  .meta({ id: 'DesktopState' })

export const DesktopStates = z
  .object({
    items: z
      .array(
        z.object({
          key: z.string().describe('Its name, which the client chose'),
          version: version(),
          updated_at: updatedAt,
          size: z.int().meta({ description: 'Bytes of the value as JSON' }),
          value: value().optional(),
        }),
      )
      .describe('All that you keep here, without the values'),
    total: z.int().describe('How many there are'),
  })
  .meta({ id: 'DesktopStates' })

export const DesktopFilter = z.strictObject({
  values: boolParam().default(false).meta({ description: 'With the values' }),
  prefix: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'must be the beginning of a key')
    .optional()
    .describe('Only names that begin so'),
})
