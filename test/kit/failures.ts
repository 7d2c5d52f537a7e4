import type { TestContext } from 'vitest'

let lines: string[] = []

/** What the service logged as failed during a test stands beside the assertions that fail in it. */
export function showFailures({ task, onTestFailed }: TestContext) {
  lines = []
  collect()
  onTestFailed(() => {
    const causes = lines.map((line) => `\n  the service logged: ${line}`).join('')
    for (const error of task.result?.errors ?? []) {
      error.message += causes
      if (error.stack) error.stack = error.stack.replace(/\n\s+at /, `${causes}$&`)
    }
  })
}

const most = 10

/** Test files share one process, whose console is wrapped once. */
function collect() {
  const write = console.error as typeof console.error & { isCollected?: true }
  if (write.isCollected) return
  console.error = Object.assign(
    (...said: unknown[]) => {
      if (typeof said[0] === 'string' && said[0].startsWith('{"event":') && lines.length < most)
        lines.push(said[0])
      write(...said)
    },
    { isCollected: true as const },
  )
}
