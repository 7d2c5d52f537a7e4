import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { call, type Json } from './client.ts'

export const sign = (body: string, time: number, secret = 'whsec_test') =>
  bytesToHex(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(`${time}.${body}`)))

let sent = 0
export const eventId = () => `evt_${Date.now()}_${++sent}`

/** An event about a subscription as the provider sends it. */
export const subscriptionEvent = (org: string, status: string, created: number, more: Json = {}) => ({
  id: eventId(),
  object: 'event',
  created,
  livemode: false,
  type: 'customer.subscription.updated',
  data: {
    object: {
      id: `sub_${org}`,
      object: 'subscription',
      customer: `cus_${org}`,
      status,
      created: 100,
      items: {
        data: [
          {
            id: `si_${org}`,
            quantity: 2,
            current_period_start: 1_795_597_200,
            current_period_end: 1_798_189_200,
            price: { id: 'price_900_month' },
          },
        ],
      },
      ...more,
    },
  },
})

/** Sends an event with its signature. */
export async function deliver(event: object, changes: Json = {}): Promise<Json> {
  const raw = JSON.stringify(event)
  const time = Math.floor(Date.now() / 1000)
  const headers = { 'stripe-signature': `t=${time},v1=${sign(raw, time)}` }
  return call('POST', '/api/v1/billing/webhooks/stripe', { raw, headers }, changes)
}
