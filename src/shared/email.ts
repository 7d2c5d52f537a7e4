import * as z from 'zod'

/** An e-mail address in lower case. */
export const email = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .max(254, 'at most 254 characters')
    .pipe(z.email('must be an e-mail address'))
    .meta({ description: 'E-mail address', example: 'ada@example.com' })
