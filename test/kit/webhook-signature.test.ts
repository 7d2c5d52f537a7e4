import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { messageId, newSecret, signatureOf } from '../../src/shared/webhooks/signature.ts'
import { secondsOf } from '../../src/shared/webhooks/sender.ts'

const [k1, k2] = ['whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY', 'whsec_oKGio6SlpqeoqaqrrK2ur7CxsrO0tba3']
const at = 1_795_597_200
const id = 'msg_0193a5c0000070008000000000000001'
const body =
  '{"type":"task.updated","timestamp":"2026-11-25T09:00:00.000Z","data":{"id":"0193a5c0-0000-7000-8000-0000000000aa","key":"WEB-7","version":4,"fields":["status"]}}'
const [s1, s2] = [
  'v1,AtK8inRNyg3gXDb8kKly3ygFqUr1e3SdzYz+Q3QDizU=',
  'v1,tDMzj6n1gt65hbycSRu1GOvxl9fDilXDqCJri9UEw70=',
]

describe('a signature', () => {
  test('is that of Standard Webhooks, by each secret, the new one first', () => {
    expect(new TextEncoder().encode(body).length).toBe(161)
    expect(signatureOf([k1], id, at, body)).toBe(s1)
    expect(signatureOf([k2], id, at, body)).toBe(s2)
    expect(signatureOf([k2, k1], id, at, body)).toBe(`${s2} ${s1}`)
    expect(messageId('0193a5c0-0000-7000-8000-000000000001')).toBe(id)
  })

  test('covers the bytes of any script', () => {
    const text =
      '{"type":"task.created","timestamp":"2026-11-25T09:00:00.000Z","data":{"title":"Größe € 🚀"}}'
    expect(new TextEncoder().encode(text).length).toBe(98)
    expect(signatureOf([k1], 'msg_2', at, text)).toBe('v1,7Qkj+GuOdT/Iop0aYIA2xAC63GJWYSZrCZpAqdhVQa4=')
  })

  test('by a new secret of 32 bytes is verified by the published library', () => {
    const secret = newSecret()
    expect(atob(secret.slice('whsec_'.length)).length).toBe(32)
    const now = Math.floor(Date.now() / 1000)
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(now),
      'webhook-signature': signatureOf([newSecret(), secret], id, now, body),
    }
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow('No matching signature')
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature')
  })
})

test('Retry-After is read as seconds or as a date, at most a day', () => {
  const now = new Date('2026-11-25T09:00:00.400Z')
  expect(secondsOf('120', now)).toBe(120)
  expect(secondsOf('Wed, 25 Nov 2026 09:01:00 GMT', now)).toBe(60)
  expect(secondsOf('Wed, 25 Nov 2026 08:00:00 GMT', now)).toBe(0)
  expect([secondsOf('999999', now), secondsOf('soon', now), secondsOf(null, now)]).toEqual([
    86_400,
    null,
    null,
  ])
})
