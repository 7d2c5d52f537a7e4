export const demo = { email: 'demo@example.com', password: 'demo-organization', name: 'Dana Demo' }

/** Fills an empty service with a demo organization, through the API as any client would. */
export async function seed(base: string): Promise<void> {
  const jar = await signUp(base)
  const api = caller(base, jar)
  await api('POST', '/organizations', { name: 'Aurora Studio', timezone: 'Europe/Madrid', country: 'ES' })
}

async function signUp(base: string): Promise<string> {
  const answer = await fetch(`${base}/api/v1/auth/register`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(demo),
  })
  if (!answer.ok) throw new Error(`the demo account could not be made: ${await answer.text()}`)
  return answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ')
}

const caller = (base: string, cookie: string) =>
  async (method: string, path: string, body?: unknown): Promise<{ id: string; [name: string]: unknown }> => {
    const answer = await fetch(`${base}/api/v1${path}`, {
      method, headers: { cookie, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (answer.status === 204 ? {} : await answer.json()) as { id: string }
  }
