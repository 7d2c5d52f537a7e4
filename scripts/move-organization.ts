import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { deleteMoved, moveOrganization, Unmovable } from './stack/move.ts'

/**
 * `npm run move-organization -- --from … --to … --organization slug`: copies an organization from one database to another,
 * both given by their owners' connection strings, and verifies the copy. It stays suspended in the old one. With
 * `--delete-old`, once it is there, deletes it from the old one.
 */
const usage =
  'npm run move-organization -- --from postgres://… --to postgres://… --organization slug [--delete-old]'
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    organization: { type: 'string' },
    'delete-old': { type: 'boolean', default: false },
  },
})
if (!values.from || !values.to || !values.organization) {
  console.error(usage)
  process.exit(2)
}
const [from, to] = [new Client(values.from), new Client(values.to)]
const log = (line: string) => console.log(`  ${line}`)
try {
  await Promise.all([from.connect(), to.connect()])
  if (values['delete-old']) {
    await deleteMoved({ from, to }, values.organization, log)
    console.log(`Done: ${values.organization} is in the new database alone.`)
  } else {
    const { folder, files } = await moveOrganization({ from, to }, values.organization, log)
    console.log(
      `Done: ${values.organization} is in both databases, suspended in the old one. Its ${files} files, exports and\n` +
        `checkpoints have keys that contain ${folder}/: where the deployments do not share their storage, copy them.`,
    )
  }
} catch (error) {
  console.error(
    error instanceof Unmovable ? error.message : `It stopped, and nothing was moved: ${String(error)}`,
  )
  process.exitCode = 1
} finally {
  await Promise.allSettled([from.end(), to.end()])
}
