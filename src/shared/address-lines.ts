type Address = Partial<
  Record<
    'address_line1' | 'address_line2' | 'postal_code' | 'city' | 'region' | 'country',
    string | null | undefined
  >
>

/** The lines of an address as documents write it, with the country by its name; empty ones are falsy. */
export function addressLines(address: Address, language: string): (string | null | undefined)[] {
  const { address_line1, address_line2, postal_code, city, region, country } = address
  const place = [postal_code, city].filter(Boolean).join(' ')
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  return [
    address_line1,
    address_line2,
    [place, region].filter(Boolean).join(', '),
    country && (countries.of(country) ?? country),
  ]
}
