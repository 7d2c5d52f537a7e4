export type Manifest = {
  origin: string
  organization: { name: string }
  started_at: string
  counts: Record<string, number>
  parts: { n: number; name: string; bytes: number }[]
}
export type Archive = { manifest: Manifest; signature?: string; parts: Map<number, Blob> }

const block = 512
const noExport = 'This is no export of an organization: it has no manifest.json.'

/** Reads an export: the tar file as it was downloaded, or the files that it was unpacked to. */
export async function archiveIn(files: File[]): Promise<Archive> {
  const [first] = files
  const isPacked = files.length === 1 && first!.name !== 'manifest.json'
  const entries = isPacked
    ? await entriesOf(first!)
    : new Map<string, Blob>(files.map((file) => [file.name, file]))
  const said = entries.get('manifest.json')
  if (!said) throw new Error(noExport)
  const { manifest, signature } = await parsed(await said.text())
  if (!Array.isArray(manifest?.parts) || !manifest.organization) throw new Error(noExport)
  return { manifest, signature, parts: partsIn(manifest, entries) }
}

async function parsed(text: string): Promise<{ manifest: Manifest; signature: string }> {
  try {
    return JSON.parse(text) as { manifest: Manifest; signature: string }
  } catch {
    throw new Error('manifest.json cannot be read. Download the export again.')
  }
}

/** The parts by their numbers: those of one name follow each other in one file. A part is missing if its file is. */
function partsIn(manifest: Manifest, entries: Map<string, Blob>) {
  const parts = new Map<number, Blob>()
  const ends = new Map<string, number>()
  for (const { n, name, bytes } of manifest.parts) {
    const file = entries.get(name) ?? entries.get(name.split('/').at(-1)!)
    const begin = ends.get(name) ?? 0
    ends.set(name, begin + bytes)
    if (file) parts.set(n, file.slice(begin, begin + bytes))
  }
  return parts
}

/** The files in a tar file (ustar), none of which is read. */
async function entriesOf(file: File): Promise<Map<string, Blob>> {
  const entries = new Map<string, Blob>()
  for (let at = 0; at + block <= file.size;) {
    const header = new Uint8Array(await file.slice(at, at + block).arrayBuffer())
    if (header[0] === 0) break
    const text = (from: number, length: number) =>
      new TextDecoder().decode(header.subarray(from, from + length)).split('\0')[0]!
    const size = Number.parseInt(text(124, 12), 8)
    if (text(257, 5) !== 'ustar' || !(size >= 0)) throw new Error(noExport)
    const [name, folder] = [text(0, 100), text(345, 155)]
    const body = file.slice(at + block, at + block + size)
    if (body.size < size) throw new Error('The file is cut off. Download the export again.')
    if (['0', ''].includes(text(156, 1)))
      entries.set((folder ? `${folder}/${name}` : name).replace(/^\.\//, ''), body)
    at += block + Math.ceil(size / block) * block
  }
  return entries
}
