/** The languages that the service writes its mail in. */
export const languages: [string, string][] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['es', 'Español'],
  ['fr', 'Français'],
]

const twice = (value: string): [string, string] => [value, value]

/** These choices, and all time zones after them. */
export const zonesAfter = (first: [string, string][]): [string, string][] => [
  ...first,
  ...['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(twice),
]

/** The choices, and the current value where it is none of them. */
export const including = (choices: [string, string][], value = ''): [string, string][] =>
  choices.some(([known]) => known === value) ? choices : [...choices, twice(value)]
