import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { mostMinor } from '../../../db/schema/money.ts'
import type { Expression } from '../../kit/sql.ts'
import { isCurrency } from './currencies.ts'

const outOfRange = `must be within ${mostMinor} minor units`

/** An amount in minor units, such as cents. */
export const minor = () =>
  z.int('must be a whole number of minor units').min(-mostMinor, outOfRange).max(mostMinor, outOfRange).meta({
    example: 12_100,
  })
/** The same, not negative. */
export const minorFrom0 = () => minor().min(0, 'must not be negative')
export const minorFrom1 = () => minor().min(1, 'must be more than 0')

export const currencyCode = () =>
  z
    .string()
    .regex(/^[A-Z]{3}$/, { error: 'must be an ISO 4217 code such as EUR', abort: true })
    .refine(isCurrency, 'unknown currency; send an ISO 4217 code such as EUR')
    .meta({ description: 'ISO 4217, such as EUR', example: 'EUR' })

/** A decimal number as text, to keep its precision; JSON numbers are accepted too. */
export const decimal = (integerDigits: number, decimals: number) =>
  z
    .union([z.string(), z.number()], { error: 'must be a decimal number such as "1.5"' })
    .transform(String)
    .pipe(
      z
        .string()
        .regex(
          new RegExp(`^-?\\d{1,${integerDigits}}(\\.\\d{1,${decimals}})?$`),
          `must be a decimal number such as "1.5", of at most ${decimals} decimals`,
        ),
    )
    .meta({ type: ['string', 'number'], example: '1.5' })

/** A rate in percent from 0 to 100, of at most four decimals. */
export const percent = () =>
  decimal(3, 4)
    .refine((value) => Number(value) >= 0 && Number(value) <= 100, 'must be 0 to 100')
    .meta({ type: ['string', 'number'], description: 'In percent', example: '21' })

/** A decimal in a response, without trailing zeros. */
export const decimalOut = () => z.string().meta({ example: '21' })
export const decimalText = (column: Expression): SQL => sql`trim_scale(${column})::text`
