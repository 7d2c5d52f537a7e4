import * as z from 'zod'

/** Size and hash of a file whose bytes follow by PUT; `instead` names what they are sent instead of. */
export const announced = (maxBytes: number, instead: string) => ({
  size_bytes: z
    .int()
    .min(1, 'must not be empty')
    .max(maxBytes, `at most ${maxBytes} bytes`)
    .optional()
    .meta({ description: `Instead of the ${instead}, with sha256: the bytes follow by PUT to upload_url` }),
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
    .transform((given) => given.toLowerCase())
    .optional()
    .describe('SHA-256 of the announced bytes, in hexadecimal'),
})
