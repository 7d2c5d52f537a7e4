import type { Text } from '../rendering.ts'

/** What messages are made of: each a line of text, empty where a message does not use it. */
export type Words = Record<
  | 'app'
  | 'name'
  | 'inviter'
  | 'organization'
  | 'role'
  | 'note'
  | 'until'
  | 'at'
  | 'device'
  | 'place'
  | 'address',
  string
>

type Said = (words: Words) => Text

/** Every message in one language. */
export type Texts = {
  roles: Record<'owner' | 'admin' | 'manager' | 'member' | 'viewer', string>
  footer: (app: string) => string
  invitation: Said
  verify_address: Said
  reset_password: Said
  confirm_address: Said
  password_changed: Said
  address_changed: Said
  new_sign_in: Said
}

/** `Name: value`, for the values that are there. */
export const details = (pairs: [name: string, value: string][]) =>
  pairs.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
