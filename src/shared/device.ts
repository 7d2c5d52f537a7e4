/** The first that fits names it; most browsers also claim to be the ones further down. */
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

const first = (list: [RegExp, string][], agent: string) => list.find(([sign]) => sign.test(agent))?.[1]

/** A device in the words of people, such as `Firefox on Linux`, from the header User-Agent; else the program's name. */
export function deviceFrom(agent: string | null = ''): string {
  const given = agent ?? ''
  const program = first(programs, given) ?? /^(?!Mozilla\b)[A-Za-z][\w.-]{0,39}/.exec(given)?.[0]
  const system = first(systems, given)
  if (program && system) return `${program} on ${system}`
  return program ?? (system ? `Browser on ${system}` : 'Unknown device')
}
