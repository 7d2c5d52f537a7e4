const here = 'https://here.invalid'

/** Where to go on after signing in: a path of this very origin; null for what could lead elsewhere. */
export function safeNext(given: string | undefined): string | null {
  if (!given || given.length > 2000) return null
  const stages = unfolded(given.split(/[?#]/)[0]!)
  if (!stages?.every(staysHere) || !staysHere(given)) return null
  const { pathname, search } = new URL(given, here)
  return pathname + search
}

/** The path as sent and as often decoded as a careless proxy might; null where it does not decode. */
function unfolded(path: string): string[] | null {
  const stages = [path]
  try {
    for (let last = ''; last !== path && stages.length < 5; stages.push(path)) {
      last = path
      path = decodeURIComponent(path)
    }
    return stages
  } catch {
    return null
  }
}

/** `/.//evil` and `/a/..//evil` become `//evil` once resolved, so the resolved path is judged too. */
function staysHere(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || /[\\\p{Cc}]/u.test(path) || !URL.canParse(path, here))
    return false
  const url = new URL(path, here)
  return url.origin === here && !url.pathname.startsWith('//')
}

/** The way to the sign-in page and back. */
export const signInAt = (next: string) => `/login?next=${encodeURIComponent(next)}`
