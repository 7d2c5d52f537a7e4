import { bodyOf, type Visit } from './visit.ts'

const perRequest = 200
/** More would make a form too large to use. */
const most = 2000

/** All of what a form lets people choose from. */
export async function allOf<T>({ api, here }: Visit, path: string): Promise<T[]> {
  const part = async (offset: number) => {
    const at = `${path}${path.includes('?') ? '&' : '?'}limit=${perRequest}&offset=${offset}`
    return bodyOf(await api.call<{ items: T[]; total: number }>('GET', at), here)
  }
  const first = await part(0)
  const rest = Math.ceil(Math.min(first.total, most) / perRequest) - 1
  const others = await Promise.all(
    Array.from({ length: Math.max(0, rest) }, (_, n) => part((n + 1) * perRequest)),
  )
  return [first, ...others].flatMap(({ items }) => items)
}
