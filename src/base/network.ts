import { groupsOf } from './hosts.ts'

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
