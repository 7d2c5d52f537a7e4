import { buildSync } from 'esbuild'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folders whose scripts are one file that pages load; whatever starts, tests or builds writes it. */
const folders = ['../src/web/browser/', '../src/mcp/apps/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)
const builtIn = (folder: string) => `${folder}built.json`
const contentOf = (folder: string) =>
  existsSync(builtIn(folder)) ? readFileSync(builtIn(folder), 'utf8') : undefined

function bundle(folder: string): string {
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

/** Leaves a file alone if it is as it should be, as a running service may be reading it. */
export function writeBrowserScripts() {
  for (const folder of folders) {
    const content = bundle(folder)
    if (contentOf(folder) !== content) writeFileSync(builtIn(folder), content)
  }
}

const stale = process.argv.includes('--check')
  ? folders.find((folder) => contentOf(folder) !== bundle(folder))
  : undefined
if (stale) {
  console.error(`${builtIn(stale)} is not what the scripts beside it give: run node scripts/assets.ts`)
  process.exit(1)
}
