import { spawn } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  watch,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler'
import { variablesIn } from './secrets.ts'

/**
 * `runtime.ts HOST PORT FOLDER VARIABLES`: the service in workerd, with its files and objects in FOLDER and the settings in
 * the file VARIABLES. The bundle is built where a source is newer, and again whenever a source changes.
 *
 * Miniflare is used directly because the proxy of `wrangler dev` ends the whole server when one client goes away at
 * the wrong moment: https://github.com/cloudflare/workers-sdk/issues/15451
 */
const [host, port, folder, variables] = process.argv.slice(2) as [string, string, string, string]
const root = fileURLToPath(new URL('../../', import.meta.url))
const bundle = join(root, 'dist/dev/worker.js')
const watched = ['src', 'openapi']
const sources = [
  '{src,openapi}/**/*',
  'scripts/{assets,browser,fonts,woff}.ts',
  'wrangler.toml',
  'package-lock.json',
]

function isStale(): boolean {
  if (!existsSync(bundle) || !existsSync(join(root, 'dist/assets'))) return true
  const built = statSync(bundle).mtimeMs
  return globSync(sources, { cwd: root }).some((path) => statSync(join(root, path)).mtimeMs > built)
}

/** Replaces the bundle in one step, as two services may be starting at once. */
async function build(): Promise<void> {
  const began = Date.now()
  const out = join(root, `dist/dev/${process.pid}`)
  mkdirSync(out, { recursive: true })
  const wrangler = fileURLToPath(new URL('bin/wrangler.js', import.meta.resolve('wrangler/package.json')))
  const child = spawn(
    process.execPath,
    [wrangler, 'deploy', '--dry-run', '--minify=false', '--outdir', out],
    {
      cwd: root,
      // The build command of wrangler.toml takes the first Node in PATH.
      env: {
        ...process.env,
        PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
        WRANGLER_SEND_METRICS: 'false',
        CI: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const cleanUp = () => {
    child.kill()
    rmSync(out, { recursive: true, force: true })
  }
  process.once('exit', cleanUp)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  const code = await new Promise((done) => child.once('exit', done))
  if (code === 0) {
    renameSync(join(out, 'worker.js'), bundle)
    // A source that was changed meanwhile is not in it.
    utimesSync(bundle, new Date(), new Date(began))
  }
  process.off('exit', cleanUp)
  cleanUp()
  if (code !== 0) throw new Error(output)
}

/** Warnings and errors, without workerd's own notes of clients that went away. */
function show({ level, message }: { level: string; message: string }) {
  if (level !== 'error' && level !== 'warn') return
  if (!/\bdisconnected: |^\s*stack: \//.test(message)) console.error(message)
}

const beside = (name: string) => join(dirname(bundle), name)
/** A module of this folder as JavaScript beside the bundle, which it takes for the service. */
const moduleOf = (name: string) =>
  stripTypeScriptTypes(readFileSync(new URL(name, import.meta.url), 'utf8'))
    .replace('../../src/worker.ts', './worker.js')
    .replace('./caps.ts', './caps.js')

function options() {
  const config = unstable_readConfig({ config: join(root, 'wrangler.toml') }, { hideWarnings: true })
  const { modulesRules: _, ...worker } = unstable_getMiniflareWorkerOptions(config).workerOptions
  return convertV4MiniflareOptions({
    host,
    port: Number(port),
    cf: false,
    log: new Log(LogLevel.WARN),
    resourcePersistencePath: join(folder, 'v3'),
    // The daily run, by hand: /cdn-cgi/local/scheduled
    unsafeTriggerHandlers: true,
    handleStructuredLogs: show,
    workers: [
      {
        ...worker,
        name: config.name,
        modules: [
          { type: 'ESModule', path: beside('capped-worker.js'), contents: moduleOf('capped-worker.ts') },
          { type: 'ESModule', path: beside('caps.js'), contents: moduleOf('caps.ts') },
          { type: 'ESModule', path: bundle, contents: readFileSync(bundle, 'utf8') },
        ],
        bindings: { ...config.vars, ...variablesIn(variables) },
      },
    ],
  })
}

let runtime: Miniflare | undefined
let stopping: Promise<void> | undefined
const stop = () => (stopping ??= Promise.resolve(runtime?.dispose()).then(() => process.exit(0)))
// Ctrl-C reaches this process twice: from the terminal, and from the one that started it.
for (const event of ['SIGINT', 'SIGTERM'] as const) process.on(event, () => void stop())
// The process that started this one is gone.
process.once('disconnect', () => void stop())

if (isStale()) await build()
runtime = new Miniflare(options())
await runtime.ready

let rebuilding = Promise.resolve()
let timer: NodeJS.Timeout | undefined
function changed() {
  clearTimeout(timer)
  timer = setTimeout(() => {
    rebuilding = rebuilding.then(reload)
  }, 200)
}
async function reload() {
  if (!isStale()) return
  try {
    await build()
    await runtime?.setOptions(options())
    console.log('rebuilt after a change of the source')
  } catch (error) {
    console.error(
      `The change could not be built, so the service goes on as it was:\n${(error as Error).message}`,
    )
  }
}
for (const place of watched) watch(join(root, place), { recursive: true }, changed)
