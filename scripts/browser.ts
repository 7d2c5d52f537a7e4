import { buildSync } from 'esbuild'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folderOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** The folders with the scripts that pages load, each one file, by name; whatever starts, tests or builds writes them. */
const scripts: Record<string, Record<string, string>> = {
  [folderOf('../src/web/browser/')]: {
    script: 'main.ts',
    clock: 'clock.ts',
    worker: 'clock-worker.ts',
    import: 'import.ts',
    live: 'live.ts',
  },
  [folderOf('../src/mcp/apps/')]: { script: 'main.ts' },
}
const folders = Object.keys(scripts)
const builtIn = (folder: string) => `${folder}built.json`
const contentOf = (folder: string) =>
  existsSync(builtIn(folder)) ? readFileSync(builtIn(folder), 'utf8') : undefined

function built(path: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [path],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
  })
  return outputFiles[0]!.text.trim()
}
const bundle = (folder: string) =>
  `${JSON.stringify(
    Object.fromEntries(Object.entries(scripts[folder]!).map(([name, file]) => [name, built(folder + file)])),
  )}\n`

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
