import type { FontFiles } from './fonts.ts'

/** Reads fonts from the files that are deployed beside the Worker (scripts/fonts.ts). */
export const fontsFrom =
  (assets: { fetch(url: string): Promise<Response> }): FontFiles =>
  async (name) => {
    const answer = await assets.fetch(`https://assets/fonts/${name}`)
    if (!answer.ok) throw new Error(`the font file ${name} is not deployed`)
    return new Uint8Array(await answer.arrayBuffer())
  }
