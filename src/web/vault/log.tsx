import { listPage } from '../kit/list-page.tsx'
import { addressIn, within } from '../kit/page.tsx'
import { say } from '../kit/say.ts'
import { entryOf } from './log-entry.ts'

/** Who read, changed, revealed or was denied credentials, or exported them. */
export default listPage({
  at: '/organizations/:slug/vault/log',
  of: 'listVaultAccessLog',
  title: 'Log of the vault',
  lead: 'Who read, changed, revealed or was denied credentials, or exported them. Lists that somebody reads within ten minutes are one entry.',
  noun: ['entry', 'entries'],
  under: (organization) => [
    ...within(['Settings', 'settings'])(organization),
    [say('Vault'), addressIn(organization, 'vault')],
  ],
  narrowedBy: { user_id: (user_id) => ({ user_id }) },
  line: (one, { organization }) => ({
    ...entryOf(one, `“${one.credential_name}”`),
    ...(one.credential_id && { to: `/credentials/${one.credential_id}?org=${organization.slug}` }),
  }),
})
