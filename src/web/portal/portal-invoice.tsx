import { say } from '../kit/say.ts'
import { InvoiceSheet, invoiceFile, Marks, titleOf, withView } from '../invoices/invoice-sheet.tsx'
import { portalPage } from './portal-page.tsx'

export default portalPage({
  at: '/portal/invoices/:invoice_id',
  parts: async ({ read }) => withView(await read('getPortalInvoice')),
  title: ({ parts }) => titleOf(parts),
  under: () => [[say('Invoices'), '/portal/invoices']],
  marks: (parts) => <Marks {...parts} />,
  file: async (request, _, about) =>
    invoiceFile(request, async () => (await about()).read('getPortalInvoice')),
  Content: ({ parts, here }) => <InvoiceSheet at={here} {...parts} />,
})
