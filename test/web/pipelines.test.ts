import { expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { sales } from '../kit/deals.ts'
import { join } from '../kit/makers.ts'
import { open, problemBeside, submit, to } from './browse.ts'

async function desk() {
  const { ws, draft } = await sales()
  const boss = await join(ws, 'manager', 'Boss')
  const list = `/organizations/${ws.org.slug}/pipelines`
  const send = (action: string, fields: Record<string, string>) =>
    submit(action ? `${list}/${action}` : list, fields, boss.headers)
  const all = async () => (await boss.ok('GET', `${ws.base}/pipelines`)).items as Json[]
  return { ws, boss, draft, list, send, all, saved: [303, `${list}?done=saved`] }
}

test('pipelines and their stages are made and changed on their page', async () => {
  const { ws, boss, list, send, all, saved } = await desk()
  const wrong = await send('', { name: 'Partners', stages: 'Talk' })
  expect([wrong.status, problemBeside('stages', wrong)]).toEqual([
    422,
    'Each line is a stage and its chance in percent, such as Qualified 20.',
  ])
  expect(wrong.text).toContain('>Talk</textarea>')
  expect(to(await send('', { name: 'Partners', stages: 'Talk 10\nSigned 90 %' }))).toEqual(saved)
  const partners = async () => (await all()).find(({ name }) => name === 'Partners')!
  const pipeline_id = (await partners()).id as string
  const stages = async () => (await partners()).stages as Json[]
  expect((await stages()).map(({ name, probability }) => [name, probability])).toEqual([
    ['Talk', 10],
    ['Signed', 90],
  ])
  expect(to(await send('add-stage', { pipeline_id, name: 'Review', probability: '50' }))).toEqual(saved)
  const [talk, signed] = await stages()
  const text = (await open(`${list}?edit=${talk!.id}`, boss.headers)).text
  expect([text.includes('value="Talk"'), text.includes('value="Signed"')]).toEqual([true, false])
  const change = {
    pipeline_id,
    stage_id: talk!.id,
    name: 'First talk',
    probability: '15',
    rotting_days: '30',
  }
  expect(to(await send('change-stage', { ...change, version: String(talk!.version) }))).toEqual(saved)
  expect(to(await send('drop-stage', { pipeline_id, stage_id: signed!.id, move_to: talk!.id }))).toEqual(
    saved,
  )
  expect((await stages()).map(({ name }) => name).toSorted()).toEqual(['First talk', 'Review'])
  expect(to(await send('archive', { pipeline_id }))).toEqual(saved)
  expect((await open(list, boss.headers)).text).not.toContain('Partners')
  expect((await open(list, (await join(ws, 'member')).headers)).text).not.toContain('<form class="stack"')
})
