import type { Outbound } from '../outbound/outbound.ts'
import { asNumber, asRecord, asRecords, asText } from '../outbound/records.ts'
import { authorizationUrl, broken, type Client, type Provider, reach, redeem } from './provider.ts'

const title = 'GitHub'

/** GitHub, or a GitHub Enterprise Server. It speaks OAuth 2: who somebody is, its API says. */
export function github(client: Client, outbound: Outbound): Provider {
  const { url } = client
  const api = url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`
  const get = async (path: string, token: string) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' }
    const { status, json } = await reach(outbound, title, `${api}${path}`, { headers })
    if (status !== 200) throw broken(title)
    return json
  }
  return {
    name: 'github',
    title,
    issuer: url,
    authorizationUrl: async (begun) =>
      authorizationUrl(`${url}/login/oauth/authorize`, client, begun, { scope: 'read:user user:email' }),
    async identify(begun, code) {
      const tokens = await redeem(outbound, title, `${url}/login/oauth/access_token`, client, begun, code)
      const token = asText(tokens.access_token, 500)
      if (!token) throw broken(title)
      const [user, addresses] = await Promise.all([get('/user', token), get('/user/emails', token)])
      const { id, name, login } = asRecord(user)
      const subject = asNumber(id)
      if (subject === null || !Array.isArray(addresses)) throw broken(title)
      const primary = asRecords(addresses).find((one) => one.primary === true)
      return {
        subject: String(subject),
        address: asText(primary?.email, 254),
        verified: primary?.verified === true,
        authoritative: true,
        name: asText(name, 120) ?? asText(login, 120) ?? '',
      }
    },
  }
}
