/** A moment as 20261121T090000Z, a local time as 20261121T100000. */
export const stamp = (moment: string) => `${digits(moment.slice(0, 19))}Z`
export const digits = (day: string) => day.replace(/[-:]/g, '')

/** TEXT of RFC 5545 section 3.3.11; control characters are not allowed in it. */
export const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    // oxlint-disable-next-line no-control-regex -- they are removed
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

const octets = (sign: string) => new TextEncoder().encode(sign).length

/** At most 75 octets per line, never split within a character; continuation lines begin with a space. */
export function folded(line: string): string {
  let [done, size] = ['', 0]
  for (const sign of line) {
    if (size + octets(sign) > 75) [done, size] = [`${done}\r\n `, 1]
    done += sign
    size += octets(sign)
  }
  return done
}

/** The lines as a file. */
export const linesAsText = (lines: string[]) => lines.map((line) => `${folded(line)}\r\n`).join('')
