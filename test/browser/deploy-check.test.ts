import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, startService } from './service.ts'

let service: Running
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

/** What `npm run deploy:check` prints, with its exit code where that is another than 0. */
async function checked(env: Record<string, string>): Promise<string> {
  const run = promisify(execFile)
  const script = ['scripts/deploy-check.ts', service.base]
  return run(process.execPath, script, { env: { ...process.env, ...env } }).then(
    ({ stdout }) => stdout,
    ({ code, stdout }: { code: number; stdout: string }) => `${stdout}exits with ${code}`,
  )
}

test('nothing is to mend at a service that runs, with an account and without', async () => {
  expect(await checked({})).toMatch(/– files: it needs an account.*\n\nnothing to mend\n$/s)
  const account = { CHECK_EMAIL: 'demo@example.com', CHECK_PASSWORD: 'demo-organization' }
  const said = await checked({ ...account, CHECK_ORGANIZATION: 'aurora-studio' })
  expect(said).toMatch(/✓ signing in: \d+ ms, then \d+ ms\n✓ tools: 54 tools; get_context in \d+ ms/)
  expect(said).toMatch(/✓ files: 70 bytes there and back in \d+ ms\n✓ cleaning up: the key is revoked/)
})
