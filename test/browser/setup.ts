import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { dataFolder, startIn } from './start.ts'

/** Starts the service once as a newcomer does, so that each file begins with a copy of what that made. */
export default async function setup({ provide }: TestProject) {
  const folder = dataFolder()
  const service = await startIn(folder)
  await service.stop({ keepsData: true })
  provide('seeded', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
