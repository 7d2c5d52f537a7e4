/** The first match wins: most browsers also claim to be those further down. */
const programs: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const first = (list: [RegExp, string][], agent: string) => list.find(([pattern]) => pattern.test(agent))?.[1]

/** A readable device name from the User-Agent header, such as `Firefox on Linux`; else the name of the program. */
export function deviceFrom(agent: string | null = ''): string {
  const header = agent ?? ''
  const program = first(programs, header) ?? /^(?!Mozilla\b)[A-Za-z][\w.-]{0,39}/.exec(header)?.[0]
  const system = first(systems, header)
  if (program && system) return `${program} on ${system}`
  return program ?? (system ? `Browser on ${system}` : 'Unknown device')
}
