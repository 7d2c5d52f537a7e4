export type Property = { name: string; params: Record<string, string>; value: string }
export type Component = { name: string; properties: Property[]; components: Component[] }

const utf8 = new TextEncoder()

/**
 * A strict parser of RFC 5545, independent of the writer: only CRLF ends lines, none is longer than 75 octets or split
 * within a character, names and parameters are well formed, components are closed. Throws at the first error.
 */
export function parseIcal(bytes: Uint8Array): Component {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  if (!text.endsWith('\r\n')) throw new Error('the last line is not ended')
  if (/(?<!\r)\n|\r(?!\n)/.test(text)) throw new Error('a bare line break')
  const physical = text.slice(0, -2).split('\r\n')
  for (const line of physical)
    if (utf8.encode(line).length > 75) throw new Error(`longer than 75 octets: ${line}`)
  for (const line of physical) if (line === '' || line === ' ') throw new Error('an empty line')
  const lines = text.slice(0, -2).replaceAll('\r\n ', '').split('\r\n')
  const stack: Component[] = [{ name: '', properties: [], components: [] }]
  for (const line of lines) addProperty(stack, propertyOf(line))
  const [{ components }, ...unclosed] = stack as [Component, ...Component[]]
  if (unclosed.length || components.length !== 1) throw new Error('components are not closed, or several')
  return components[0]!
}

function addProperty(stack: Component[], property: Property) {
  const top = stack.at(-1)!
  if (property.name === 'BEGIN') stack.push({ name: property.value, properties: [], components: [] })
  else if (property.name === 'END') {
    if (top.name !== property.value) throw new Error(`END:${property.value} ends ${top.name}`)
    stack.pop()
    stack.at(-1)!.components.push(top)
  } else top.properties.push(property)
}

function propertyOf(line: string): Property {
  // oxlint-disable-next-line no-control-regex -- lines contain no control characters
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(line)) throw new Error(`a control character: ${line}`)
  const found = /^([A-Z0-9-]+)((?:;[A-Z0-9-]+=(?:"[^"]*"|[^";:,]+))*):(.*)$/u.exec(line)
  if (!found) throw new Error(`no content line: ${line}`)
  const [, name, paramText, value] = found as unknown as [string, string, string, string]
  const params = Object.fromEntries(
    paramText
      .split(';')
      .slice(1)
      .map((param) => param.split('=') as [string, string]),
  )
  return { name, params, value }
}

/** The only property with a name; none or several are an error. */
export function only(component: Component, name: string): Property {
  const found = component.properties.filter((property) => property.name === name)
  if (found.length !== 1) throw new Error(`${component.name} has ${found.length} ${name}`)
  return found[0]!
}

/** TEXT without its escapes; a character that should have been escaped is an error. */
export function textOf({ value }: Property): string {
  if (/(?<!\\)(?:\\\\)*[;,]/.test(value.replace(/\\[;,nN]/g, ''))) throw new Error(`not escaped: ${value}`)
  return value.replace(/\\(.)/gu, (_, character: string) => {
    if (!'\\;,nN'.includes(character)) throw new Error(`unknown escape: \\${character}`)
    return character === 'n' || character === 'N' ? '\n' : character
  })
}

/** Checks what RFC 5545 3.4 and 3.6.1 require, and returns the events by UID. */
export function eventsOf(calendar: Component): Map<string, Component> {
  if (calendar.name !== 'VCALENDAR' || only(calendar, 'VERSION').value !== '2.0')
    throw new Error('no calendar')
  only(calendar, 'PRODID')
  const zones = calendar.components
    .filter(({ name }) => name === 'VTIMEZONE')
    .map((zone) => only(zone, 'TZID').value)
  const others = calendar.components.filter(({ name }) => name !== 'VTIMEZONE')
  const events = others.map((event): [string, Component] => {
    if (event.name !== 'VEVENT') throw new Error(`${event.name} instead of VEVENT`)
    if (!/^\d{8}T\d{6}Z$/.test(only(event, 'DTSTAMP').value)) throw new Error('DTSTAMP is no UTC moment')
    checkTimes(only(event, 'DTSTART'), only(event, 'DTEND'), zones)
    if (!['CONFIRMED', 'CANCELLED', 'TENTATIVE'].includes(only(event, 'STATUS').value))
      throw new Error('STATUS')
    if (!/^\d+$/.test(only(event, 'SEQUENCE').value)) throw new Error('SEQUENCE is no number')
    return [only(event, 'UID').value, event]
  })
  const byUid = new Map(events)
  if (byUid.size !== events.length) throw new Error('a UID comes twice')
  return byUid
}

function checkTimes(start: Property, end: Property, zones: string[]) {
  for (const { params, value } of [start, end]) {
    if (params.TZID && !zones.includes(params.TZID))
      throw new Error(`the time zone ${params.TZID} is not defined`)
    const form = params.VALUE === 'DATE' ? /^\d{8}$/ : params.TZID ? /^\d{8}T\d{6}$/ : /^\d{8}T\d{6}Z$/
    if (!form.test(value)) throw new Error(`neither a day nor a UTC moment: ${value}`)
  }
  if (start.params.VALUE !== end.params.VALUE) throw new Error('DTSTART and DTEND differ in kind')
  if (end.value <= start.value) throw new Error('DTEND is not after DTSTART')
}
