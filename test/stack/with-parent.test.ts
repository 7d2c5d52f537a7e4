import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const module = new URL('../../scripts/stack/with-parent.ts', import.meta.url).href
const parent = `
  const { spawn } = await import('node:child_process')
  const { endWithParent } = await import('${module}')
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  endWithParent(child)
  console.log(child.pid)
  setInterval(() => {}, 1000)`

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('child processes end with their parent, even if it is killed', async () => {
  const started = spawn(process.execPath, ['--input-type=module', '-e', parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = (await once(started.stdout, 'data')) as [Buffer]
  const child = Number(output.toString())
  expect(isAlive(child)).toBe(true)
  started.kill('SIGKILL')
  await expect.poll(() => isAlive(child), { timeout: 20_000, interval: 100 }).toBe(false)
})
