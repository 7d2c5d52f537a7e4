import { InvoiceSheet, invoiceFile, Marks, titleOf, withView } from '../invoices/invoice-sheet.tsx'
import { portalPage } from './portal-page.tsx'

export default portalPage((say) => ({
  at: '/portal/invoices/:invoice_id',
  parts: async ({ read }) => withView(await read('getPortalInvoice')),
  title: ({ parts }) => titleOf(parts, say.language),
  under: () => [[say('invoices'), '/portal/invoices']],
  marks: (parts) => <Marks {...parts} />,
  file: async (visit, _, about) => invoiceFile(visit, async () => (await about()).read('getPortalInvoice')),
  Content: ({ parts, here }) => <InvoiceSheet at={here} {...parts} />,
}))
