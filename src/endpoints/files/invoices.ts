import { sql } from 'drizzle-orm'
import { disposition } from '../../shared/files/names.ts'
import { notFound } from '../../kit/errors.ts'
import type { Context } from '../../kit/http.ts'
import type { Statement } from '../../kit/sql.ts'
import type { LinkClaims } from '../../shared/files/links.ts'
import { type FileFormat, fileFormats, fileOf, type Paper, type Printed } from '../../shared/invoice/files.ts'
import { fontsFrom } from '../../shared/pdf/assets.ts'

/** An invoice in the format that the link names, rendered on request. */
export async function downloadInvoice(c: Context, { file }: LinkClaims, enter: Statement): Promise<Response> {
  const [id, format] = file.split('.') as [string, FileFormat]
  const batch = [enter, sql`select app.invoice_document(${id})::text as answer`]
  const [, result] = await c.get('database').batch(batch, { readOnly: true })
  if (!result || !fileFormats.includes(format)) throw notFound('file')
  return fileResponse(await renderInvoice(c, JSON.parse(result) as Printed, format))
}

export const renderInvoice = (c: Context, document: Printed, format: FileFormat): Promise<Paper> =>
  fileOf(document, format, fontsFrom(c.env.ASSETS!), new Date())

export const fileResponse = ({ bytes, type, filename }: Paper): Response =>
  new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': type,
      'content-length': String(bytes.byteLength),
      'content-disposition': disposition('attachment', filename),
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    },
  })
