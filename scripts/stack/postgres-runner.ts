import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

export type Log = (line: string) => void

/** Who runs the Postgres programs: `ids` is empty for an ordinary user, another account's for root. */
export type Runner = { ids: { uid: number; gid: number } | Record<string, never>; name: string }

const run = promisify(execFile)
const ACCOUNTS = ['postgres', 'nobody']

/**
 * Returns the account to run Postgres as, since it refuses root: the current user or, for root, the first of
 * postgres and nobody. Rejects if root has neither.
 */
export async function findRunner(): Promise<Runner> {
  if (process.getuid?.() !== 0) return { ids: {}, name: 'you' }
  for (const name of ACCOUNTS) {
    const ids = await idsOf(name)
    if (ids) return { ids, name }
  }
  throw new Error(
    `Postgres cannot run as root, and there is no account ${ACCOUNTS.join(' or ')} to run it as`,
  )
}

async function idsOf(name: string): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => (await run('id', [flag, name])).stdout),
    )
    return { uid: Number(uid), gid: Number(gid) }
  } catch {
    return null
  }
}

/** Returns whether the runner may traverse every folder above the path. */
export async function canReach(path: string, runner: Runner): Promise<boolean> {
  if (runner.ids.uid === undefined) return true
  for (let at = path; at !== dirname(at);) {
    at = dirname(at)
    if (!mayPass(await stat(at), runner.ids)) return false
  }
  return true
}

function mayPass(folder: { mode: number; uid: number; gid: number }, ids: Runner['ids']): boolean {
  if (folder.uid === ids.uid) return (folder.mode & 0o100) !== 0
  if (folder.gid === ids.gid) return (folder.mode & 0o010) !== 0
  return (folder.mode & 0o001) !== 0
}
