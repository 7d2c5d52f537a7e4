import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = `${root}scripts/toolbox/`
const mark = `${folder}node_modules/installed-lock.json`
const lock = () => readFileSync(`${folder}package-lock.json`, 'utf8')

/** The folder of a package of the toolbox. */
export const toolboxPackage = (name: string) => `${folder}node_modules/${name}/`

export const isToolboxInstalled = () => existsSync(mark) && readFileSync(mark, 'utf8') === lock()

/**
 * Linters, formatters, generators, and external programs that test the service. Starting the service and most tests
 * need none of them, so they are installed here on first use, and again when their lock file changes.
 * Returns an environment with them in the PATH.
 */
export function toolbox(): NodeJS.ProcessEnv {
  if (!isToolboxInstalled()) {
    console.error('installing linters, generators and external test programs in scripts/toolbox (once)')
    const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (npm.status !== 0) throw new Error('scripts/toolbox could not be installed')
    writeFileSync(mark, lock())
  }
  const bins = [`${root}node_modules/.bin`, `${folder}node_modules/.bin`]
  return { ...process.env, PATH: [...bins, process.env.PATH].join(delimiter) }
}

/** `node scripts/toolbox.ts oxfmt --check`: runs one of them. */
if (import.meta.main) {
  const [program = '', ...args] = process.argv.slice(2)
  const done = spawnSync(program, args, { stdio: 'inherit', env: toolbox() })
  if (done.error) throw done.error
  process.exitCode = done.status ?? 1
}
