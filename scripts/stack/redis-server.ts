import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './ports.ts'

export type RedisServer = { url: string; stop(): Promise<void> }

/**
 * Starts the `redis-server` program of the PATH, without persistence, on a free port or the given
 * one. Gives null when there is no such program; rejects with the server's words when it cannot start.
 */
export async function startRedisServer(options: { port?: number } = {}): Promise<RedisServer | null> {
  const program = findProgram('redis-server')
  if (!program) return null
  const port = options.port || (await freePort())
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(program, [...flags, '--dir', tmpdir()], { stdio: ['ignore', 'pipe', 'pipe'] })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  await ready(child)
  return { url: `redis://127.0.0.1:${port}`, stop: () => stop(child) }
}

function findProgram(name: string): string | null {
  const places = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return places.map((place) => join(place, name)).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const read = (bytes: Buffer) => {
      said = (said + bytes.toString()).slice(-4000)
      if (said.includes('Ready to accept connections')) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', (error) => reject(new Error(`redis-server cannot be started: ${error.message}`)))
    child.once('exit', () => reject(new Error(`redis-server stopped at once: ${said.trim()}`)))
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
