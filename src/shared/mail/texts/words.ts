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
  | 'body'
  | 'kind',
  string
>

/** An item of a digest. */
export type Item = { reason: string; title: string }

type Message = (words: Words, items: Item[]) => Text

/** Every message in one language. */
export type Texts = {
  roles: Record<'owner' | 'admin' | 'manager' | 'member' | 'viewer', string>
  footer: (app: string) => string
  invitation: Message
  project_share: Message
  invoice: Message
  api_key_offered: Message
  verify_address: Message
  reset_password: Message
  confirm_address: Message
  password_changed: Message
  address_changed: Message
  new_sign_in: Message
  identity_linked: Message
  identity_unlinked: Message
  export_ready: Message
  factor_on: Message
  factor_off: Message
  bank_account_changed: Message
  usage_limit: Message
  payment_missing: Message
  organization_deleted: Message
  passkey_added: Message
  passkey_removed: Message
  recovery_code_used: Message
  factors_removed: Message
  ticket_reply: Message
  ticket_received: Message
  ticket_news: Message
  ticket_resolved: Message
  portal_link: Message
  meeting: Message
  meeting_guest: Message
  digest: Message
  /** Why a digest contains an item, by the reason of the notification. */
  reasons: Partial<Record<string, string>>
  unsubscribe: string
}

/** A line for each item of a digest. */
export const itemLines = (items: Item[], reasons: Texts['reasons']) =>
  items.map(({ reason, title }) => (reasons[reason] ? `${reasons[reason]}: ${title}` : title))

/** `Name: value`, for the values that are there. */
export const details = (pairs: [name: string, value: string][]) =>
  pairs.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
