import { buildSync } from 'esbuild'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The scripts of src/web/browser as the one file that pages load; whatever starts, tests or builds writes it. */
const folder = fileURLToPath(new URL('../src/web/browser/', import.meta.url))
const built = `${folder}built.json`

function bundle(): string {
  const { outputFiles } = buildSync({
    entryPoints: [`${folder}main.ts`],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
  })
  return `${JSON.stringify({ script: outputFiles[0]!.text.trim() })}\n`
}

/** Leaves the file alone if it is as it should be, as a running service may be reading it. */
export function writeBrowserScript() {
  const content = bundle()
  if (!existsSync(built) || readFileSync(built, 'utf8') !== content) writeFileSync(built, content)
}

if (process.argv.includes('--check') && readFileSync(built, 'utf8') !== bundle()) {
  console.error(
    'src/web/browser/built.json is not what the scripts beside it give: run node scripts/assets.ts',
  )
  process.exit(1)
}
