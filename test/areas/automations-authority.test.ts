import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { act, requeue, on, rule, runs, automationSetup, statuses, outboxRows } from '../kit/automations.ts'
import { asOwner } from '../kit/client.ts'
import { database, inbox, settled } from '../kit/inbox.ts'
import { join, project, task } from '../kit/makers.ts'

const titled = on('task.updated', { fields: ['title'] })
const comment = act('add_comment', { template: 'Seen' })

describe('a rule acts as itself', () => {
  test('in history, notifications and the audit log, with its id and name', async () => {
    const { ws, patch, ada, owner, path } = await automationSetup()
    await owner.ok('PUT', `${path}/watchers/${ada.id}`, { state: 'watching' })
    const one = await rule(ws, { name: 'Closer', ...titled, ...act('set_status', { status: 'done' }) })
    await patch({ title: 'Close me' })
    await settled(ws)
    const entries = await asOwner(
      `select actor_label, actor_user_id, automation_id, action, entity_type from audit_log
        where org_id = $1 and actor_type = 'automation'`,
      [ws.org.id],
    )
    expect(entries).toEqual([
      {
        actor_label: 'Closer',
        actor_user_id: null,
        automation_id: one.id,
        action: 'automation.ran',
        entity_type: 'tasks',
      },
    ])
    const { items } = await owner.ok('GET', `${path}/history`)
    expect(items[0].actor).toMatchObject({ type: 'automation', user_id: null, name: 'Closer' })
    expect(await inbox(ws, ada)).toMatchObject([
      { reason: 'status_changed', actor_type: 'automation', actor: null },
    ])
    expect(await inbox(ws, owner)).toMatchObject([{ reason: 'status_changed' }])
  })

  test('with at most a manager’s authority, in the one project of the task, and leaves no authority behind', async () => {
    const { ws, home } = await automationSetup()
    const one = await rule(ws, { ...titled, ...comment, project_id: home.id })
    const other = await project(ws)
    const inside = (expression: string) => sql.raw(`select coalesce((${expression})::text, 'none') as x`)
    const results = await database().batch([
      sql`select app.enter_system(${ws.org.id}::uuid, 'automation.ran', 'outbox-0')`,
      sql`select app.act_as(a, ${home.id}::uuid, '{}') from automations a where a.id = ${one.id}`,
      inside('app.role_level()'),
      inside('app.user_id()'),
      inside(`select count(*) from projects where id = '${other.id}'`),
      inside(`select count(*) from projects where id = '${home.id}'`),
      inside(`select count(*) from organizations where id <> '${ws.org.id}'`),
      sql`select app.act_as(null, null, null)`,
      inside(`select count(*) from projects where id = '${other.id}'`),
      inside('app.automation_chain()'),
      inside(`current_setting('app.actor_type')`),
    ])
    expect(results.slice(2)).toEqual(['30', 'none', '0', '1', '0', '', '1', '{}', 'system'])
  })

  test('of a project only on tasks of the project, also when the task moves away before it runs', async () => {
    const { ws, patch, home, path, owner } = await automationSetup()
    const one = await rule(ws, { ...titled, ...comment, project_id: home.id })
    const other = await project(ws)
    await task(ws, other.id).then(({ id }) =>
      owner.ok('PATCH', `${ws.base}/tasks/${id}`, { title: 'Elsewhere' }),
    )
    expect(await runs(ws, one)).toEqual([])
    await patch({ title: 'Leaving' })
    await settled(ws)
    await owner.ok('POST', `${path}/transfer`, { project_id: other.id })
    await asOwner('delete from automation_runs where org_id = $1', [ws.org.id])
    await requeue(ws.org.id)
    expect(await runs(ws, one)).toMatchObject([
      { status: 'conditions_not_met', error: 'a task of another project' },
    ])
  })

  test('never on another organization: the same event in two of them has separate effects', async () => {
    const [setup, otherSetup] = [await automationSetup(), await automationSetup()]
    const ownRule = await rule(setup.ws, { ...titled, ...comment })
    await otherSetup.patch({ title: 'Over there' })
    expect([await runs(setup.ws, ownRule), await outboxRows(otherSetup.ws.org.id)]).toEqual([[], []])
  })

  test('continues when its creator leaves, and the admins are notified', async () => {
    const { ws, patch, owner, path } = await automationSetup()
    const cyd = await join(ws, 'admin', 'Cyd')
    const dan = await join(ws, 'admin')
    const one = await cyd.ok('POST', `${ws.base}/automations`, { name: 'Orphan', ...titled, ...comment })
    await owner.ok('DELETE', `${ws.base}/members/${cyd.id}`)
    for (const who of [owner, dan])
      expect((await inbox(ws, who)).filter(({ reason }) => reason !== 'security')).toMatchObject([
        {
          reason: 'automation',
          title: '1 automation goes on without its creator',
          snippet: expect.stringContaining('Cyd'),
        },
      ])
    await patch({ title: 'Still seen' })
    expect(await statuses(ws, one)).toEqual(['succeeded'])
    expect((await owner.ok('GET', `${path}/comments`)).total).toBe(1)
  })

  test('not on tasks in the trash or of archived projects', async () => {
    const { ws, patch, owner, path, home } = await automationSetup()
    const one = await rule(ws, { ...titled, ...comment })
    await patch({ title: 'Soon gone' })
    await settled(ws)
    const repeat = async () => {
      await asOwner('delete from automation_runs where org_id = $1', [ws.org.id])
      await requeue(ws.org.id)
      return (await runs(ws, one)).map(({ status, error }) => [status, error])
    }
    await owner.ok('POST', `${ws.base}/projects/${home.id}/archive`)
    expect(await repeat()).toEqual([['conditions_not_met', 'the project is archived']])
    await owner.ok('POST', `${ws.base}/projects/${home.id}/unarchive`)
    await owner.ok('DELETE', path)
    await repeat()
    expect(await asOwner('select status, error from automation_runs where org_id = $1', [ws.org.id])).toEqual(
      [{ status: 'conditions_not_met', error: 'the task is in the trash' }],
    )
  })
})
