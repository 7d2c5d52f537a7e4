import { isSender, otherHeaders } from './quoted-headers.ts'

/**
 * What a reply adds to the mails that it answers. Programs quote in two ways: each line marked by `>` below a line that
 * says who wrote when, or the whole mail below its headers. Answers between quoted lines are kept with what they answer,
 * and a mail without anything else is kept whole. Takes linear time.
 */
export function withoutQuotes(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const whole = lines.findIndex((_, at) => startsMail(lines, at))
  const above = whole < 0 ? lines : lines.slice(0, whole)
  return [withoutMarked(above), withoutMarked(lines), lines].map(textOf).find(Boolean) ?? ''
}

/** Without the rule that some programs put above a quoted mail. */
const textOf = (lines: string[]) =>
  lines
    .slice(0, lines.findLastIndex((line) => !isEmpty(line) && !isRule(line)) + 1)
    .join('\n')
    .trim()

const isMarked = (line: string) => /^\s{0,3}[>＞]/.test(line)
const isEmpty = (line: string) => !line.trim()
const isRule = (line: string) => /^\s*[-_=—]{2,}\s*$/.test(line)

/** Whether a mail that is quoted whole begins here: with its headers, with a title between dashes, or with who wrote it. */
function startsMail(lines: string[], at: number): boolean {
  const line = lines[at]!
  const next = lines.slice(at + 1, at + 8)
  if (isSender(line)) return otherHeaders(next) >= 2
  if (/^\s*[-_=*]{3,}\s*\p{L}[^:]{2,60}?\s*[-_=*]{3,}\s*$/u.test(line.slice(0, 200)))
    return next.some((one) => isSender(one)) || otherHeaders(next) >= 2
  const count = moment.test(line) ? [1, 2, 3].find((size) => saysWhoWrote(lines.slice(at, at + size))) : 0
  return count ? !isMarked(lines.slice(at + count, at + count + 3).find((one) => !isEmpty(one)) ?? '') : false
}

/** Without the marked block that ends the text, or the one that begins it. */
function withoutMarked(lines: string[]): string[] {
  const first = lines.findIndex(isMarked)
  if (first < 0) return lines
  const last = lines.findLastIndex(isMarked)
  const ending = lines.slice(last + 1)
  const rule = ending.findIndex(isRule)
  const below = rule < 0 ? ending : ending.slice(0, rule)
  const isInOne = lines.slice(first, last).every((line) => isMarked(line) || isEmpty(line))
  if (!isInOne) return lines
  const above = withoutAttribution(lines, first)
  if (below.every(isEmpty)) return above
  return above.every(isEmpty) ? ending : lines
}

/** The lines above marked ones without those, up to three, that say who wrote them. */
function withoutAttribution(lines: string[], end: number): string[] {
  const last = lines.slice(0, end).findLastIndex((line) => !isEmpty(line))
  if (last < 0 || end - last > 3) return lines.slice(0, end)
  const groups = [3, 2, 1].map((count) => lines.slice(Math.max(0, last + 1 - count), last + 1))
  const found =
    groups.find((group) => moment.test(group[0]!) && introduces(group)) ?? groups.findLast(introduces)
  return lines.slice(0, last + 1 - (found?.length ?? 0))
}

/** A time, a date or an address, in any script. */
const moment = /\p{Nd}{1,4}\s?[./年년-]\s?\p{Nd}{1,2}|\p{Nd}{1,2}[:.]\p{Nd}{2}|\p{Nd}{4}|[^\s@]@[^\s@]/u
const verb =
  /wrote|writes|schrieb|geschrieben|écrit|escribi[óo]|scritto|scrisse|escreveu|schreef|geschreven|skrev|kirjoitti|napisał|pisze|napsal|napísal|írta|a scris|pisao|napisao|napisal|yazdı|đã viết|rašė|rakstīja|kirjutas|va escriure|написал|пишет|написав|пише|написа|έγραψε|כתב|كتب|写道|寫道|書きました|のメッセージ|작성|เขียน|लिखा/iu

const introduction = (group: string[]) => {
  const text = group
    .join(' ')
    .slice(0, 600)
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  return group.every((line) => !isEmpty(line) && !isMarked(line)) && moment.test(text) ? text : ''
}
/** Above marked lines, what ends with a colon introduces them. */
const introduces = (group: string[]) => /[:：]$/.test(introduction(group))
/** Elsewhere it must say `wrote`, too. */
const saysWhoWrote = (group: string[]) => introduces(group) && verb.test(introduction(group))

/** The subject of a mail that is passed on with what it quotes. */
export const isForward = (subject: string) =>
  /^\s*(?:fwd?|wg|tr|rv|enc|doorst|vs|vb|fs|videresendt|vl|pd|tov|továbbítás|i|ilt|yml|fw\w?|转发|轉寄|转寄|転送|전달|пересл|πρθ|הועבר)\s*[:：]/iu.test(
    subject,
  )
