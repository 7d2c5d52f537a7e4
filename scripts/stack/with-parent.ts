import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

let guard: ChildProcess | undefined

/** Ends a process started here when this one is gone, however that happened. */
export function endWithParent(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  if (child.pid === undefined) return
  guard ??= start()
  guard.stdin?.write(`+ ${child.pid} ${signal}\n`)
  child.once('exit', () => guard?.stdin?.write(`- ${child.pid}\n`))
}

function start(): ChildProcess {
  const file = fileURLToPath(new URL('guard.ts', import.meta.url))
  const started = spawn(process.execPath, [file], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  started.unref()
  started.stdin?.on('error', () => undefined)
  ;(started.stdin as unknown as { unref?: () => void } | null)?.unref?.()
  return started
}
