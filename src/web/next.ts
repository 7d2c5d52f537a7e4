const here = 'https://here.invalid'

/** Where to go after signing in: a path of this origin; null for anything that could lead elsewhere. */
export function safeNext(given: string | undefined): string | null {
  if (!given || given.length > 2000) return null
  const stages = unfolded(given.split(/[?#]/)[0]!)
  if (!stages?.every(staysHere) || !staysHere(given)) return null
  const { pathname, search } = new URL(given, here)
  return pathname + search
}

/** The path as sent and decoded as often as a careless proxy might; null if it does not decode. */
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

/** `/.//evil` and `/a/..//evil` become `//evil` once resolved, so the resolved path is checked too. */
function staysHere(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || /[\\\p{Cc}]/u.test(path) || !URL.canParse(path, here))
    return false
  const url = new URL(path, here)
  return url.origin === here && !url.pathname.startsWith('//')
}

/** The sign-in page, returning to `next`. */
export const signInAt = (next: string) => `/login?next=${encodeURIComponent(next)}`
