import { describe, expect, test } from 'vitest'
import { asOwner } from '../kit/client.ts'
import { join, project, task, workspace } from '../kit/makers.ts'

describe('creating a project', () => {
  test('one call makes the project with its three columns', async () => {
    const { owner, base } = await workspace()
    const made = await owner.call('POST', `${base}/projects`, { name: 'Web Site' })
    expect([made.status, made.trips, made.body]).toMatchObject([201, 1, {
      key: 'WS', name: 'Web Site', status: 'active', visibility: 'organization', lead: null, role: null, version: 1,
      settings: { enforce_blockers: false, wip_policy: 'warn', auto_archive_days: null, default_assignee_id: null },
      progress: { done: 0, total: 0, percent: null }, favorite: false, archived_at: null,
    }])
    const columns = await asOwner('select name, status, rank from board_columns where project_id = $1 order by rank',
      [made.body.id])
    expect(columns).toEqual([
      { name: 'To do', status: 'todo', rank: 'a0' }, { name: 'In progress', status: 'in_progress', rank: 'a1' },
      { name: 'Done', status: 'done', rank: 'a2' },
    ])
  })
})
