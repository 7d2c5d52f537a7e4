import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { dataFolder, startIn } from './start.ts'

/** Starts the service once on an empty data folder, so that each test file starts from a copy of the seeded data. */
export default async function setup({ provide }: TestProject) {
  const folder = dataFolder()
  const service = await startIn(folder)
  await service.stop({ keepData: true })
  provide('seeded', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
