import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { secretsIn, writeVariables } from '../../scripts/stack/secrets.ts'
import { keyringOf } from '../../src/shared/sealing/sealing.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

test('the key for stored secrets is created once, and is the same after a restart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-secrets-'))
  const file = join(folder, '.dev.vars')
  const first = secretsIn(file)
  writeVariables(file, first.secrets)
  const second = secretsIn(file)
  rmSync(folder, { recursive: true })
  expect([first.made, second.made, second.secrets]).toEqual([true, false, first.secrets])
  expect([...keyringOf(first.secrets.SEALING_KEYS).keys()]).toEqual(['k1'])
})

test('an older folder without that key gets one, and keeps the others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-secrets-'))
  const file = join(folder, '.dev.vars')
  const { SEALING_KEYS: _, ...older } = secretsIn(file).secrets
  writeVariables(file, older)
  const { secrets } = secretsIn(file)
  rmSync(folder, { recursive: true })
  expect(secrets).toEqual({ ...older, SEALING_KEYS: expect.stringMatching(/^k1:/) })
})
