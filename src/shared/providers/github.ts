import type { Outbound } from '../outbound/outbound.ts'
import { plainName } from '../names.ts'
import { asNumber, asRecord, asRecords, asText } from '../outbound/records.ts'
import { authorizationUrl, invalidResponse, type Client, type Provider, sendTo, redeem } from './provider.ts'

const title = 'GitHub'

/** GitHub, or a GitHub Enterprise Server. It uses plain OAuth 2: the identity comes from its API. */
export function github(client: Client, outbound: Outbound): Provider {
  const { url } = client
  const api = url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`
  const get = async (path: string, token: string) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' }
    const { status, json } = await sendTo(outbound, title, `${api}${path}`, { headers })
    if (status !== 200) throw invalidResponse(title)
    return json
  }
  return {
    name: 'github',
    title,
    issuer: url,
    authorizationUrl: async (signIn) =>
      authorizationUrl(`${url}/login/oauth/authorize`, client, signIn, { scope: 'read:user user:email' }),
    async identify(signIn, code) {
      const tokens = await redeem(outbound, title, `${url}/login/oauth/access_token`, client, signIn, code)
      const token = asText(tokens.access_token, 500)
      if (!token) throw invalidResponse(title)
      const [user, addresses] = await Promise.all([get('/user', token), get('/user/emails', token)])
      const { id, name, login } = asRecord(user)
      const subject = asNumber(id)
      if (subject === null || !Array.isArray(addresses)) throw invalidResponse(title)
      const primary = asRecords(addresses).find((one) => one.primary === true)
      return {
        subject: String(subject),
        address: asText(primary?.email, 254),
        verified: primary?.verified === true,
        authoritative: true,
        name: plainName(asText(name, 120)) || plainName(asText(login, 120)),
      }
    },
  }
}
