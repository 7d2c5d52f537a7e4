/** The languages in which the service sends mail. */
export const languages: [string, string][] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['es', 'Español'],
  ['fr', 'Français'],
]

const sameText = (value: string): [string, string] => [value, value]

/** These choices followed by all time zones. */
export const zonesAfter = (first: [string, string][]): [string, string][] => [
  ...first,
  ...['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(sameText),
]
