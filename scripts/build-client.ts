import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { spawnSync } from 'node:child_process'
import { transformSync } from 'esbuild'

/** Before the typed client is packed: JavaScript and declarations, so that it works in any project and without a build. */
const folder = fileURLToPath(new URL('../openapi/client/', import.meta.url))
const { code } = transformSync(readFileSync(`${folder}index.ts`, 'utf8'), { loader: 'ts', format: 'esm' })
writeFileSync(`${folder}index.js`, code)

const flags =
  '--ignoreConfig --declaration --emitDeclarationOnly --allowImportingTsExtensions --skipLibCheck --strict ' +
  '--target es2022 --module nodenext'
const declared = spawnSync('tsc', ['index.ts', ...flags.split(' ')], { cwd: folder, stdio: 'inherit' })
if (declared.status !== 0) process.exit(declared.status ?? 1)
const declarations = readFileSync(`${folder}index.d.ts`, 'utf8')
writeFileSync(`${folder}index.d.ts`, declarations.replaceAll("'./schema.ts'", "'./schema.d.ts'"))
