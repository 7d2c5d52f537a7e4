import { sql } from 'drizzle-orm'
import { disposition } from '../../shared/files/names.ts'
import { notFound } from '../../kit/errors.ts'
import type { Context } from '../../kit/http.ts'
import type { Statement } from '../../kit/sql.ts'
import type { LinkClaims } from '../../shared/files/links.ts'
import { hashOf } from '../../base/tokens.ts'
import {
  bytesOf,
  type FileFormat,
  fileFormats,
  labelOf,
  type Paper,
  type Printed,
  requireExpressible,
} from '../../shared/invoice/files.ts'
import { perAddress, refuseOver, type Rule } from '../../platform/limiter.ts'
import { outsideOf } from '../../shared/outside.ts'

/** An invoice in the format that the link names, rendered on request. */
export async function downloadInvoice(c: Context, { file }: LinkClaims, enter: Statement): Promise<Response> {
  const [id, format] = file.split('.') as [string, FileFormat]
  const batch = [enter, sql`select app.invoice_document(${id})::text as answer`]
  const [, result] = await c.get('database').batch(batch, { readOnly: true })
  if (!result || !fileFormats.includes(format)) throw notFound('file')
  return fileResponse(await renderInvoice(c, JSON.parse(result) as Printed, format))
}

/** Renderings of PDF a minute: each takes about a second of the processor. Stored files are not counted. */
const perIssuer = 30
/** For whoever holds a link, without an account. */
export const perReader = (c: Context): Rule => perAddress(c, 'render', 10)

/**
 * An invoice as a file. It is rendered once for each content: the key of the stored bytes is the hash of everything that
 * is printed, so that a stamp, a payment or another language makes another file. What no row names is erased after a day.
 */
export async function renderInvoice(
  c: Context,
  document: Printed,
  format: FileFormat,
  limits: Rule[] = [],
): Promise<Paper> {
  requireExpressible(document, format)
  const label = labelOf(document, format)
  const key = `org/printed/${hashOf(JSON.stringify([document, format]))}`
  const { files, inTurn, fonts } = outsideOf(c.env)
  const stored = await orNothing(files.find(key))
  if (stored) return { ...label, bytes: new Uint8Array(await new Response(stored).arrayBuffer()) }
  const issuer = { name: 'render:issuer', key: hashOf(JSON.stringify(document.issuer)), most: perIssuer }
  if (format !== 'ubl') await refuseOver(c, [...limits, issuer])
  const render = () => bytesOf(document, format, fonts(), new Date())
  const bytes = await inTurn(issuer.key, render)
  if (files.configured) await orNothing(files.put(key, bytes))
  return { ...label, bytes }
}

/** Without its storage the service renders anew. */
const orNothing = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null)

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
