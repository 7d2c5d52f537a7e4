import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Puts the files that the pages need into dist/assets; the reference comes from its npm package, not from a CDN. */
export function copyAssets() {
  mkdirSync('dist/assets/docs', { recursive: true })
  copyFileSync('openapi/openapi.json', 'dist/assets/openapi.json')
  const entry = createRequire(import.meta.url).resolve('@scalar/api-reference')
  const root = entry.slice(0, entry.lastIndexOf(join('api-reference', 'dist')))
  copyFileSync(join(root, 'api-reference/dist/browser/standalone.js'), 'dist/assets/docs/reference.js')
}

if (import.meta.main) {
  copyAssets()
  console.log(`assets are in ${dirname('dist/assets/x')}`)
}
