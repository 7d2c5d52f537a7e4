/**
 * The key by which limits count a client: its IPv4 address, or the /64 network of its IPv6 address, which one connection
 * usually has entirely. Invalid addresses count as one client.
 */
export function networkOf(address: string | undefined): string {
  if (address && isIPv4.test(address)) return address
  const groups = address?.includes(':') ? groupsOf(address) : undefined
  if (!groups) return 'unknown'
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 6).join() === mapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

const isIPv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/
/** The prefix of IPv4-mapped addresses, such as ::ffff:192.0.2.1. */
const mapped = [0, 0, 0, 0, 0, 0xffff].join()

export const numberOf = (address: string) =>
  address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)

/** The eight groups of an IPv6 address, or undefined. */
export function groupsOf(address: string): number[] | undefined {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address)
  const last = dotted && numberOf(dotted[2]!)
  const text = dotted
    ? `${dotted[1]}${(last! >>> 16).toString(16)}:${(last! & 0xffff).toString(16)}`
    : address
  const [left = '', right, ...rest] = text.split('::')
  const parts = (half: string) => (half ? half.split(':').map((group) => Number.parseInt(group, 16)) : [])
  const [head, tail] = [parts(left), parts(right ?? '')]
  const missing = 8 - head.length - tail.length
  if (rest.length || (right === undefined ? missing !== 0 : missing < 0)) return undefined
  const groups = [...head, ...Array.from({ length: missing }, () => 0), ...tail]
  return groups.every((group) => group >= 0 && group <= 0xffff) ? groups : undefined
}
