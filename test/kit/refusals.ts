import type { Reply } from './client.ts'

/** The status and the sentence of a reply that refuses. */
export const refusal = ({ status, body }: Reply) => [status, body?.error?.message]

/** The same with the code in between. */
export const codedRefusal = ({ status, body }: Reply) => [status, body?.error?.code, body?.error?.message]
export const conflict = (message: string) => [409, 'conflict', message]
export const invalid = (message: string) => [422, 'validation_error', message]
export const forbidden = (message: string) => [403, 'forbidden', message]
