/** One setting of an app: the part of JSON Schema 2020-12 that a form can be made of. */
export type Setting = {
  type: 'string' | 'integer' | 'number' | 'boolean'
  title: string
  description?: string
  enum?: string[]
  minimum?: number
  maximum?: number
  maxLength?: number
  format?: 'uri' | 'email'
  /** Sealed, and shown to nobody again. */
  'x-secret'?: true
}
export type SettingsSchema = { type: 'object'; properties: Record<string, Setting>; required: string[] }

/** What is stored: the open settings, and which secret ones are there. */
export type Stored = { settings: Record<string, unknown>; sealed: string[] }
export type Checked = {
  problems: string[]
  settings: Record<string, unknown>
  secrets: Record<string, string>
  /** Secret settings that are taken away. */
  cleared: string[]
}

const mostBytes = 16_384

/**
 * Settings as they will be: what is absent stays, null takes away. A secret that is sent back as it was read, as a mask or
 * empty, as forms do, stays too.
 */
export function checked(schema: SettingsSchema, sent: Record<string, unknown>, before: Stored): Checked {
  const of: Checked = { problems: [], settings: { ...before.settings }, secrets: {}, cleared: [] }
  if (JSON.stringify(sent).length > mostBytes) return { ...of, problems: ['body.settings: at most 16 kB'] }
  for (const [name, value] of Object.entries(sent)) {
    const setting = schema.properties[name]
    if (!setting) of.problems.push(`body.settings.${name}: the app has no such setting`)
    else if (setting['x-secret']) takeSecret(of, name, setting, value)
    else if (value === null) delete of.settings[name]
    else {
      const wrong = problemOf(setting, value)
      if (wrong) of.problems.push(`body.settings.${name}: ${wrong}`)
      else of.settings[name] = value
    }
  }
  const sealed = new Set([...before.sealed, ...Object.keys(of.secrets)])
  for (const name of of.cleared) sealed.delete(name)
  for (const name of schema.required)
    if (!(name in of.settings) && !sealed.has(name)) of.problems.push(`body.settings.${name}: required`)
  return of
}

function takeSecret(of: Checked, name: string, setting: Setting, value: unknown): void {
  if (value === null) of.cleared.push(name)
  else if (!isUntouched(value)) {
    const wrong = problemOf(setting, value)
    if (wrong) of.problems.push(`body.settings.${name}: ${wrong}`)
    else of.secrets[name] = value as string
  }
}

/** A secret as it was read: its mark, a mask, or an empty field of a form. */
const isUntouched = (value: unknown) =>
  (typeof value === 'object' && (value as { set?: unknown }).set === true) ||
  (typeof value === 'string' && /^[•*·]*$/.test(value.trim()))

function problemOf(setting: Setting, value: unknown): string | undefined {
  const { type, minimum, maximum, maxLength = 1000 } = setting
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'must be true or false'
  if (type === 'string') {
    if (typeof value !== 'string') return 'must be text'
    if (value.length > maxLength) return `at most ${maxLength} characters`
    if (setting.enum && !setting.enum.includes(value)) return `must be one of: ${setting.enum.join(', ')}`
    return formats[setting.format ?? 'any'](value)
  }
  if (typeof value !== 'number' || (type === 'integer' && !Number.isSafeInteger(value)))
    return type === 'integer' ? 'must be a whole number' : 'must be a number'
  if (minimum !== undefined && value < minimum) return `at least ${minimum}`
  return maximum !== undefined && value > maximum ? `at most ${maximum}` : undefined
}

const formats = {
  any: () => undefined,
  email: (value: string) =>
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? undefined : 'must be an e-mail address',
  uri: (value: string) => {
    const url = URL.parse(value)
    return url?.protocol === 'https:' && !url.username && !url.password && !url.hash
      ? undefined
      : 'must be an https address without a name, password or #'
  },
}
