import { asOwner, type Json } from './client.ts'
import type { Workspace } from './makers.ts'

export const verify = (ws: Workspace, query = ''): Promise<Json> =>
  ws.owner.ok('GET', `${ws.base}/invoice-register/verify${query}`)
export const spanish = (ws: Workspace, more: object = {}): Promise<Json> =>
  ws.owner.ok('PUT', `${ws.base}/invoice-register/settings`, {
    issuer_name: 'Ada SL',
    issuer_tax_id: '89890001K',
    country: 'ES',
    time_zone: 'Europe/Madrid',
    mode: 'verifactu',
    ...more,
  })

/** Changes history as only the owner of the database can. */
export const forge = async (statement: string, values: unknown[]) => {
  await asOwner('alter table invoice_register disable trigger user')
  try {
    await asOwner(statement, values)
  } finally {
    await asOwner('alter table invoice_register enable trigger user')
  }
}
