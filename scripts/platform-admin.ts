import { parseArgs } from 'node:util'
import { makeOperator } from './stack/operators.ts'

/** Makes a user a platform operator; this is how the first one is added. DATABASE_URL is the owner's. */
const { values } = parseArgs({ options: { email: { type: 'string' }, note: { type: 'string' } } })
const url = process.env.DATABASE_URL
if (!url || !values.email) {
  console.error(
    "Say who, and with which database (the owner's connection string):\n" +
      '  DATABASE_URL=postgres://owner:…@ep-….neon.tech/neondb npm run platform:admin -- --email ada@example.com',
  )
  process.exit(1)
}
try {
  await makeOperator(url, values.email, values.note)
  console.log(`${values.email} operates the platform now: sign in and open /platform.`)
} catch (error) {
  console.error(`Nothing was changed: ${(error as Error).message}`)
  process.exit(1)
}
