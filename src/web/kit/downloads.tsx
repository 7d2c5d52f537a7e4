import type { FC } from 'hono/jsx'
import { type Answer, type Query, readerOf } from './operations.ts'
import { organizationContext } from './organization-context.ts'
import { say } from './say.ts'
import type { PageRequest } from './page-request.ts'

type Exports = 'exportExpenses' | 'exportInvoices'
type Period = Query<'exportExpenses'> & Query<'exportInvoices'>

/** Spreadsheets recognize UTF-8 by the byte order mark. */
export const byteOrderMark = '\u{FEFF}'

/** A file that browsers store under this name. */
export const fileResponse = (
  content: string | Uint8Array<ArrayBuffer> | ReadableStream,
  type: string,
  filename: string,
) =>
  new Response(content, {
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="${filename}"` },
  })

/** The file of an export for the period in the address, which browsers store. */
export const periodFile = (of: Exports) => async (request: PageRequest) => {
  const { organization } = await organizationContext(request)
  const { from = '', to = '' } = request.query
  const period: Period = { from, to }
  const { filename, content }: Answer<Exports> = await readerOf(request, { org_id: organization.id })(
    of,
    period,
  )
  return fileResponse(byteOrderMark + content, 'text/csv; charset=utf-8', filename)
}

/** Asks for the period of a file, which comes from below the address of the page. */
export const PeriodDownload: FC<{ here: string }> = ({ here }) => (
  <details class="more small">
    <summary>{say('Download for bookkeeping')}</summary>
    <form class="search" method="get" action={`${here}/files/csv`}>
      {(['from', 'to'] as const).map((name) => (
        <div class="field short">
          <label for={name}>{name === 'from' ? say('First day') : say('Last day')}</label>
          <input type="date" id={name} name={name} required />
        </div>
      ))}
      <button>{say('Download CSV')}</button>
    </form>
  </details>
)
