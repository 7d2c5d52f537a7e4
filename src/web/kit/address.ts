/** The fields of a postal address, called the same in each form. */
export const addressFields = {
  address_line1: 'Street and number',
  address_line2: 'Floor, door, building',
  postal_code: 'Postal code',
  city: 'Town',
  region: 'Province or state',
  country: { label: 'Country', hint: 'Two letters, such as ES.' },
} as const
