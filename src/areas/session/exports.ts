import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { read, type TransformContext, write } from '../../kit/operation.ts'
import { answer } from '../../kit/sql.ts'
import { fileUrl } from '../../shared/files/links.ts'
import { requireFiles } from '../../shared/files/required.ts'
import { guardedProof, provenBy } from '../../shared/second-factor/proof.ts'
import { AccountExport, AccountExportRequest } from './schemas.ts'

const linkMinutes = 5
const noOrganization = '00000000-0000-0000-0000-000000000000'

const current = answer(sql`app.my_account_export()`)

/** Signs the link of the file, if it is ready. */
function withDownloadUrl(result: string, context: TransformContext): string {
  const file = JSON.parse(result) as z.output<typeof AccountExport>
  if (!file.download_url) return result
  const [user, id] = file.download_url.split(' ') as [string, string]
  const until = new Date(context.now.getTime() + linkMinutes * 60_000).toISOString()
  const claims = { use: 'ACCOUNT', org: noOrganization, file: id, user, until } as const
  return JSON.stringify({ ...file, download_url: fileUrl(context, claims) })
}

/** A person's own data as a file. */
export const exportOperations = [
  read({
    id: 'getAccountExport',
    summary: 'See how far the file of my own data is, and get a link to it',
    at: 'GET ~/auth/export',
    role: 'signed_in',
    not: ['api_key', 'oauth', 'impersonation'],
    returns: AccountExport,
    details:
      'The latest file. download_url works for five minutes, in a browser where I am signed in; call again for another. ' +
      'The file is erased after seven days, and with the account.',
    transform: withDownloadUrl,
    run: () => current,
  }),
  write({
    id: 'requestAccountExport',
    summary: 'Request a file of what is stored about me',
    at: 'POST ~/auth/export',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'account.export_requested',
    body: AccountExportRequest,
    returns: AccountExport,
    status: 202,
    refuses: [429],
    details:
      'JSON with my account, and what I wrote, own or was given in the organizations that I belong to, as far as I may ' +
      'see it. One file is made at a time, and three a day; a mail says when it is ready. A wrong password counts as it ' +
      'does for changePassword, and a second factor is proven as for deleteMe.',
    example: { body: { password: 'correct horse battery' } },
    preflight: guardedProof<z.output<typeof AccountExportRequest>>(),
    transform: withDownloadUrl,
    run: ({ id, preflightResult, outside }) => {
      const { proven, used } = provenBy(preflightResult)
      return [
        ...requireFiles(outside),
        sql`select app.request_account_export(${id()}::uuid, ${proven}, ${used})`,
        current,
      ]
    },
  }),
]
