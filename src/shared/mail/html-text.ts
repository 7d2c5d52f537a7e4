const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
/** The text of an HTML-only mail, in paragraphs. The result is text, never HTML. */
export const textOfHtml = (html: string) =>
  html
    .slice(0, 500_000)
    .replaceAll(/<(style|script|head|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<(?:br|\/p|\/div|\/tr|\/h[1-6]|\/li|\/blockquote)\b[^<>]*> ?/gi, '\n')
    .replaceAll(/<li\b[^<>]*>/gi, '- ')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(
      /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi,
      (entity, decimal?: string, hex?: string, name?: string) =>
        name
          ? (entities[name.toLowerCase()] ?? entity)
          : pointOf(decimal ? Number(decimal) : parseInt(hex!, 16)),
    )
const pointOf = (point: number) => (point <= 0x10ffff ? String.fromCodePoint(point) : '')
