import { createInterface } from 'node:readline'

/**
 * Ends processes whose parent is gone, even if it was killed and could not do so itself. The parent holds the other
 * end of standard input, and writes lines: `+ <pid> <signal>` for a process that it started, `- <pid>` for one that
 * ended.
 */
const guarded = new Map<number, NodeJS.Signals>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

for await (const line of createInterface(process.stdin)) {
  const [sign, pid, signal = 'SIGTERM'] = line.split(' ')
  if (sign === '+') guarded.set(Number(pid), signal as NodeJS.Signals)
  else guarded.delete(Number(pid))
}
const send = (signal?: NodeJS.Signals) => {
  for (const [pid, defaultSignal] of guarded)
    try {
      process.kill(pid, signal ?? defaultSignal)
    } catch {
      guarded.delete(pid)
    }
}
send()
for (let waited = 0; guarded.size && waited < 5000; waited += 200) {
  await new Promise((done) => setTimeout(done, 200))
  for (const pid of guarded.keys())
    try {
      process.kill(pid, 0)
    } catch {
      guarded.delete(pid)
    }
}
send('SIGKILL')
