/**
 * Stands in for the decoder of Brotli in the bundle (wrangler.toml), where it would be a tenth of everything: fontkit
 * has it for WOFF2 alone, and our fonts are TrueType.
 */
export default function decompress(): never {
  throw new Error('fonts in WOFF2 are not read here')
}
