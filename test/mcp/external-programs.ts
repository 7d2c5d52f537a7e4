import { spawn } from 'node:child_process'
import { toolboxPackage } from '../../scripts/toolbox.ts'
import type { Env } from '../../src/base/config.ts'
import { app, env } from '../kit/client.ts'
import { workspace } from '../kit/makers.ts'
import { serve, type Server } from '../kit/serve.ts'
import { keyOf } from './rpc.ts'

type Entry = { fetch: (request: Request, settings: Env) => Response | Promise<Response> }

/** The service on real HTTP behind a proxy that adds a credential, for programs that have none. */
export async function startServer(entry: Entry = app): Promise<Server> {
  const { token } = await keyOf(await workspace())
  const server: Server = await serve((request) => {
    const headers = new Headers(request.headers)
    headers.set('authorization', `Bearer ${token}`)
    return entry.fetch(
      new Request(request, { headers }),
      env({ BASE_URL: server.url.replace('127.0.0.1', 'localhost') }),
    )
  })
  return { ...server, url: server.url.replace('127.0.0.1', 'localhost') }
}

export type Done = { code: number | null; out: string; err: string }

/** Runs a program of a package of the toolbox to its end. */
export function run(packageName: string, file: string, args: string[]): Promise<Done> {
  const child = spawn(process.execPath, [toolboxPackage(packageName) + file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const result: Done = { code: null, out: '', err: '' }
  child.stdout.on('data', (chunk) => (result.out += chunk))
  child.stderr.on('data', (chunk) => (result.err += chunk))
  return new Promise((end) => child.once('close', (code) => end({ ...result, code })))
}
