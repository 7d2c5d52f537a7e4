import { extractText, getDocumentProxy } from 'unpdf'
import { writeFonts } from '../../scripts/fonts.ts'
import type { FontFiles } from '../../src/shared/pdf/fonts.ts'

/** The fonts as deployed, and the names of those that were loaded. */
export function deployedFonts(): { font: FontFiles; names: string[] } {
  const files = new Map<string, string | Buffer>()
  writeFonts((name, content) => files.set(name, content))
  const names: string[] = []
  const font: FontFiles = async (name) => {
    names.push(name)
    return new Uint8Array(Buffer.from(files.get(name)!))
  }
  return { font, names }
}

export const printedAt = new Date('2026-03-01T12:00:00Z')

/** The text of each page, with single spaces. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(pdf.slice()))
  return text.map((page) => page.replace(/\s+/g, ' '))
}

/** The files in a PDF, as text by name. */
export async function attachmentsOf(pdf: Uint8Array): Promise<[name: string, text: string][]> {
  const document = await getDocumentProxy(pdf.slice())
  const files = [...((await document.getAttachments()) ?? [])]
  return Promise.all(
    files.map(async ([id, { filename }]) => {
      const content = await document.getAttachmentContent(id)
      return [filename, new TextDecoder().decode(content ?? undefined)]
    }),
  )
}
