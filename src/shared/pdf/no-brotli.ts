/**
 * Replaces the Brotli decoder in the bundle (wrangler.toml), a tenth of its size: fontkit needs it for WOFF2 only, and
 * our fonts are TrueType.
 */
export default function decompress(): never {
  throw new Error('fonts in WOFF2 are not read here')
}
