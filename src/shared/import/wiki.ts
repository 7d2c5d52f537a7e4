/**
 * The text of a Jira issue as Markdown: headings, bold, italics, lists, links, quotes, tables, code and pictures of its wiki
 * markup. What is inside of code stays as it is.
 */
export function markdownOf(wiki: string): string {
  const parts = wiki
    .replaceAll(/\r\n?/g, '\n')
    .split(/(\{(?:code|noformat)(?::[^{}\n]{0,200})?\}[^]*?\{(?:code|noformat)\})/)
  return parts.map((part, place) => (place % 2 ? fenced(part) : prose(part))).join('')
}

function fenced(part: string): string {
  const [, options = '', code = ''] =
    /^\{(?:code|noformat)(?::([^{}\n]{0,200}))?\}([^]*?)\{(?:code|noformat)\}$/.exec(part) ?? []
  const language = options.split('|').find((one) => /^[a-z+#]+$/i.test(one)) ?? ''
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `\n${fence}${language}\n${code.replace(/^\n/, '').replace(/\n$/, '')}\n${fence}\n`
}

function prose(text: string): string {
  const quoted = text.replaceAll(/\{quote\}([^]*?)\{quote\}/g, (_, inner: string) =>
    inner
      .trim()
      .split('\n')
      .map((line) => `bq. ${line}`)
      .join('\n'),
  )
  let before = false
  return quoted
    .split('\n')
    .map((line) => {
      const cells = line.startsWith('|')
      const out = cells ? tableRow(line, !before) : lineOf(line)
      before = cells
      return out
    })
    .join('\n')
}

function tableRow(line: string, isFirst: boolean): string {
  const isHeader = line.startsWith('||')
  const cells = line
    .replace(/^\|+|\|+\s*$/g, '')
    .split(isHeader ? '||' : /\|(?![^[\]|]{0,500}\])/)
    .map((cell) => inline(cell.trim()))
  const rule = `\n|${cells.map(() => ' --- ').join('|')}|`
  return `| ${cells.join(' | ')} |${isFirst ? rule : ''}`
}

function lineOf(line: string): string {
  const [, level, title] = /^\s*h([1-6])\.\s*(.*)$/.exec(line) ?? []
  if (level) return `${'#'.repeat(Number(level))} ${inline(title!)}`
  const [, said] = /^\s*bq\.\s?(.*)$/.exec(line) ?? []
  if (said !== undefined) return `> ${inline(said)}`
  const [, marks, item] = /^\s*([*#-]{1,8})\s+(.*)$/.exec(line) ?? []
  if (marks && !/^-{4,}$/.test(line.trim()))
    return `${'   '.repeat(marks.length - 1)}${marks.endsWith('#') ? '1.' : '-'} ${inline(item!)}`
  return inline(line)
}

const edge = String.raw`(^|[\s(\[{>"',;:.!?|])`
const after = String.raw`(?=$|[\s)\]}<"',;:.!?|])`
const between = (sign: string) =>
  new RegExp(
    `${edge}\\${sign}(\\S(?:[^\\n${sign === '-' ? '\\-' : sign}]{0,1000}\\S)?)\\${sign}${after}`,
    'g',
  )
const [bold, italic, struck, inserted] = ['*', '_', '-', '+'].map(between) as [RegExp, RegExp, RegExp, RegExp]

function inline(text: string): string {
  const kept: string[] = []
  const keep = (value: string) => `\uE000${kept.push(value) - 1}\uE001`
  return text
    .replaceAll(/\{\{([^{}\n]{1,500})\}\}/g, (_, code: string) => keep(`\`${code}\``))
    .replaceAll(/!([^\s!|][^!|\n]{0,200}\.\w{2,5})(?:\|[^!\n]{0,200})?!/g, (_, file: string) =>
      keep(`[${escaped(file)}]`),
    )
    .replaceAll(/\[~(?:accountid:)?([^[\]\n]{1,200})\]/g, (_, name: string) => name)
    .replaceAll(
      /\[([^[\]|\n]{1,500})\|([^\]|\s]{1,2000})(?:\|[^\]\n]{0,200})?\]/g,
      (_, said: string, url: string) =>
        keep(isAddress(url) ? `[${escaped(said)}](${target(url)})` : escaped(said)),
    )
    .replaceAll(/\[((?:https?|mailto):[^\]\s]{1,2000})\]/g, (_, url: string) => keep(`<${url}>`))
    .replaceAll(/\{color(?::[^{}\n]{0,40})?\}/g, '')
    .replaceAll(bold, '$1**$2**')
    .replaceAll(italic, '$1*$2*')
    .replaceAll(struck, '$1~~$2~~')
    .replaceAll(inserted, '$1$2')
    .replaceAll(/\uE000(\d+)\uE001/g, (_, place: string) => kept[Number(place)] ?? '')
}

const isAddress = (url: string) => /^(?:https?:\/\/|mailto:)/i.test(url)
const escaped = (text: string) => text.replaceAll(/[[\]]/g, '\\$&')
const target = (url: string) => url.replaceAll('(', '%28').replaceAll(')', '%29')
