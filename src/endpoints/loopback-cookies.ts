/*
 * Browsers keep one set of cookies for all ports of a machine, so that one service on localhost would sign another out.
 * There, each cookie is set a second time under a name with the port, which takes precedence.
 */

type Handler = (request: Request) => Response | Promise<Response>

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/

/** Answers a request to this machine with the cookies of its port, and any other as it is. */
export async function withCookiesOfPort(request: Request, answer: Handler): Promise<Response> {
  const { hostname, port } = new URL(request.url)
  if (!port || !loopback.test(hostname)) return answer(request)
  return withTwins(await answer(withOwnCookies(request, port)), port)
}

function withOwnCookies(request: Request, port: string): Request {
  const header = request.headers.get('cookie')
  if (!header || !/_\d+=/.test(header)) return request
  const pairs = new Map(header.split(';').map((pair) => pair.trim().split(/=(.*)/s) as [string, string]))
  const own = new Map<string, string>()
  for (const [name, value] of pairs) {
    const [, plain, of] = /^(.+)_(\d+)$/.exec(name) ?? []
    if (of === port) own.set(plain!, value)
    else if (!of && !isOfAnotherPort(name, [...pairs.keys()])) own.set(name, value)
  }
  const headers = new Headers(request.headers)
  headers.set('cookie', [...own].map(([name, value]) => `${name}=${value}`).join('; '))
  return new Request(request, { headers })
}

const isOfAnotherPort = (name: string, names: string[]) =>
  names.some((other) => other.startsWith(`${name}_`) && /^\d+$/.test(other.slice(name.length + 1)))

function withTwins(response: Response, port: string): Response {
  const lines = response.headers.getSetCookie()
  if (!lines.length) return response
  const result = new Response(response.body, response)
  for (const line of lines) result.headers.append('set-cookie', line.replace('=', `_${port}=`))
  return result
}
