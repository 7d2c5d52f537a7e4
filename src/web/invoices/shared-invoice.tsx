import { PageError } from '../kit/page-request.ts'
import { languages, say } from '../kit/say.ts'
import { publicPage } from '../kit/person-page.tsx'
import type { Read } from '../kit/operations.ts'
import { InvoiceSheet, invoiceFile, Marks, titleOf, withView } from './invoice-sheet.tsx'

/** An invoice for whoever holds a link to it, without an account. */
export default {
  ...publicPage({
    at: '/invoice/:token',
    parts: async ({ read }) => withView(await sharedWith(read)),
    title: ({ parts }) =>
      say('{invoice} from {issuer}', { invoice: titleOf(parts), issuer: parts.document.issuer.name }),
    centered: 'broad',
    unbranded: true,
    file: async (request, _, about) => invoiceFile(request, async () => sharedWith((await about()).read)),
    Content: ({ parts, here }) => (
      <>
        <p class="marks">
          <Marks {...parts} />
        </p>
        <InvoiceSheet at={here} {...parts} />
      </>
    ),
  }),
  languages,
}

const sharedWith = (read: Read) =>
  read('getSharedInvoice').catch((error: unknown) => {
    if (!(error instanceof PageError && error.status === 404)) throw error
    throw new PageError(
      404,
      say('This link no longer works'),
      say('It has expired, or the sender revoked it. Ask them for a new one.'),
    )
  })
