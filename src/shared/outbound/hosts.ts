import { groupsOf, numberOf } from '../../base/network.ts'

/** IPv4 networks that are not on the public internet, or that belong to the host platform. */
const closed4: [network: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
const closedNames =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|arpa|test|invalid|onion|alt)$/

/** True for a dotted IPv4 address of the public internet. */
function isPublic4(address: string): boolean {
  const number = numberOf(address)
  return !closed4.some(([network, bits]) => {
    const size = 2 ** (32 - bits)
    return Math.floor(number / size) === Math.floor(numberOf(network) / size)
  })
}

/**
 * True for a global unicast address of IPv6 (2000::/3) that carries no IPv4 address in it and is of no protocol or
 * documentation network. This excludes mapped, translated, unique-local, link-local and multicast addresses.
 */
function isPublic6(address: string): boolean {
  const [first, second] = groupsOf(address) ?? [0, 0]
  if (first === undefined || second === undefined || first >> 13 !== 1) return false
  if (first === 0x2002 || first >> 4 === 0x3ff) return false
  return !(first === 0x2001 && (second < 0x200 || second === 0xdb8))
}

/** True for an address, of either kind, on the public internet. */
export const isPublicAddress = (address: string): boolean =>
  /^\d+\.\d+\.\d+\.\d+$/.test(address) ? isPublic4(address) : address.includes(':') && isPublic6(address)

/** True if the host of a parsed URL is on the public internet, judging by its name. */
export function isPublicHost(host: string): boolean {
  if (host.startsWith('[')) return isPublic6(host.slice(1, -1))
  if (/^[\d.]+$/.test(host)) return isPublicAddress(host)
  return host.includes('.') && !host.endsWith('.') && !closedNames.test(host)
}
