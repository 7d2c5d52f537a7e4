import type { Party } from '../document.ts'
import type { NormParty } from './norm.ts'

/** Countries whose tax numbers are VAT numbers, prefixed with the country in cross-border documents. */
const withVat = new Set(
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  ),
)

/** A VAT number with its prefix, or undefined where there are none: B12345674 of ES is ESB12345674. */
export function vatIdOf({ tax_id, country }: Pick<Party, 'tax_id' | 'country'>): string | undefined {
  const number = tax_id?.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  if (!number || !country || !withVat.has(country)) return undefined
  const prefix = country === 'GR' ? 'EL' : country
  return number.startsWith(prefix) ? number : prefix + number
}

function endpointOf({ electronic_address, email }: Party): NormParty['endpoint'] {
  if (!electronic_address) return email ? { scheme: 'EM', id: email } : undefined
  const [scheme = '', id = ''] = electronic_address.split(':')
  return { scheme, id }
}

/**
 * A party in the terms of the norm. If something is not subject to VAT, there must be no VAT number (BR-O-02): it is then
 * given as the legal registration number.
 */
export function normPartyOf(party: Party, notSubject: boolean): NormParty {
  const vatId = notSubject ? undefined : vatIdOf(party)
  const text = (value: string | null) => value ?? undefined
  return {
    name: party.legal_name ?? party.name,
    tradingName: party.legal_name && party.legal_name !== party.name ? party.name : undefined,
    vatId,
    taxId: vatId || notSubject ? undefined : text(party.tax_id),
    legalId: vatId ? undefined : text(party.tax_id),
    street: text(party.address_line1),
    street2: text(party.address_line2),
    city: text(party.city),
    postalCode: text(party.postal_code),
    region: text(party.region),
    country: party.country ?? '',
    contact: text(party.contact),
    phone: text(party.phone),
    email: text(party.email),
    endpoint: endpointOf(party),
  }
}
