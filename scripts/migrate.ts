import { appRoles, migrate } from './stack/migrate.ts'
import { Unsuitable } from './stack/migrations.ts'

/**
 * Migrates the database at DATABASE_URL (the owner's connection string) to the newest schema. With
 * APP_PASSWORD the role svc_app, or with APP_ROLE svc_app_b, may sign in with that password: its connection string is for
 * the Worker.
 */
const appRole = process.env.APP_ROLE || 'svc_app'
if (!appRoles.includes(appRole)) fail(`APP_ROLE is ${appRole}; it can be ${appRoles.join(' or ')}`)
const url = process.env.DATABASE_URL
if (!url)
  fail(
    'Set DATABASE_URL to the connection string of the database owner, for example\n' +
      '  DATABASE_URL=postgres://owner:…@ep-….neon.tech/neondb?sslmode=require npm run migrate',
  )
try {
  await migrate(url, {
    appRole,
    appPassword: process.env.APP_PASSWORD,
    log: (line) => console.log(`  ${line}`),
  })
} catch (error) {
  if (error instanceof Unsuitable) fail(error.message)
  fail(
    `The migration stopped and left the database as it was before the failing file:\n  ${(error as Error).message}`,
  )
}
const app = new URL(url)
app.username = appRole
app.password = encodeURIComponent(process.env.APP_PASSWORD ?? '')
console.log(
  process.env.APP_PASSWORD
    ? `Done. The Worker's DATABASE_URL is ${app}`
    : `Done. ${appRole} cannot sign in until APP_PASSWORD was given once.`,
)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
