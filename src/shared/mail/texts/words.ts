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
  | 'address'
  | 'passkey'
  | 'left'
  | 'number'
  | 'amount'
  | 'due'
  | 'sender'
  | 'body',
  string
>

/** One thing that a digest tells. */
export type Item = { reason: string; title: string }

type Said = (words: Words, items: Item[]) => Text

/** Every message in one language. */
export type Texts = {
  roles: Record<'owner' | 'admin' | 'manager' | 'member' | 'viewer', string>
  footer: (app: string) => string
  invitation: Said
  invoice: Said
  api_key_offered: Said
  verify_address: Said
  reset_password: Said
  confirm_address: Said
  password_changed: Said
  address_changed: Said
  new_sign_in: Said
  identity_linked: Said
  identity_unlinked: Said
  export_ready: Said
  factor_on: Said
  factor_off: Said
  passkey_added: Said
  passkey_removed: Said
  recovery_code_used: Said
  factors_removed: Said
  ticket_reply: Said
  ticket_received: Said
  ticket_resolved: Said
  portal_link: Said
  digest: Said
  /** Why a digest tells of something, by the reason of the notification. */
  reasons: Partial<Record<string, string>>
  unsubscribe: string
}

/** A line for each thing that a digest tells. */
export const told = (items: Item[], reasons: Texts['reasons']) =>
  items.map(({ reason, title }) => (reasons[reason] ? `${reasons[reason]}: ${title}` : title))

/** `Name: value`, for the values that are there. */
export const details = (pairs: [name: string, value: string][]) =>
  pairs.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
