import type { Client } from 'pg'

/** What must always hold for a whole database. Each query returns violations: an id and a short reason. */
export const invariants: Record<string, string> = {
  'every organization has an active owner': `
    select o.id::text from organizations o where o.deleted_at is null and not exists (
      select from organization_members m where m.org_id = o.id and m.role = 'owner' and m.status = 'active')`,
  'a suspended organization says since when, others do not': `
    select o.id::text from organizations o where (o.status = 'suspended') <> (o.suspended_at is not null)`,
  'whoever is locked out has no session': `
    select s.id::text from sessions s join users u on u.id = s.user_id
      where u.status = 'locked' and s.revoked_at is null and s.expires_at > now()`,
  'whoever has a second factor is known to, and nobody else has recovery codes': `
    select u.id::text from users u left join (select user_id from passkeys
        union select user_id from totp_secrets where confirmed_at is not null) f on f.user_id = u.id
      where u.second_factor <> (f.user_id is not null)
        or (not u.second_factor and exists (select from recovery_codes r where r.user_id = u.id))`,
  'an impersonation that ended says when and how, and began and ended in the trail': `
    select i.id::text from impersonation_sessions i
      where (i.status in ('ended', 'revoked', 'expired')) <> (i.ended_at is not null and i.end_via is not null)
        or (i.status in ('ended', 'revoked', 'expired')) <> exists (select from audit_log a
          where a.org_id is null and a.entity_id = i.id::text and a.action = 'platform.impersonation_ended')`,
  'no task has a number that its project has not given out': `
    select t.id::text from tasks t join projects p on p.id = t.project_id where t.number > p.task_counter`,
  'a deal stands where its history ends, in the status that this ends with': `
    select d.id::text from deals d where d.stage_id is distinct from (select h.to_stage_id from deal_history h
        where h.org_id = d.org_id and h.deal_id = d.id and h.kind in ('created', 'stage') order by h.changed_at desc, h.id desc limit 1)
      or d.status <> coalesce((select h.to_value from deal_history h where h.org_id = d.org_id and h.deal_id = d.id
        and h.kind = 'status' order by h.changed_at desc, h.id desc limit 1), 'open')`,
  'of the pipelines in use one is the default one': `
    select p.org_id::text from pipelines p where p.archived_at is null group by 1
      having count(*) filter (where p.is_default) <> 1`,
  'a task stands in a column of its own status': `
    select t.id::text from tasks t join board_columns c on c.id = t.column_id
      where c.status <> t.status or c.project_id <> t.project_id`,
  'done and cancelled tasks say since when, others do not': `
    select t.id::text from tasks t where (t.status = 'done') <> (t.completed_at is not null)
      or (t.status = 'cancelled') <> (t.cancelled_at is not null)`,
  'a task in the trash knows with what it went there': `
    select t.id::text from tasks t where (t.deleted_at is null) <> (t.deleted_root is null)`,
  'subtasks are counted right': `
    select t.id::text from tasks t left join (select parent_id, count(*) as n, count(*) filter (where status = 'done') as done
        from tasks where deleted_at is null and parent_id is not null group by parent_id) c on c.parent_id = t.id
      where (t.child_count, t.done_child_count) <> (coalesce(c.n, 0), coalesce(c.done, 0))`,
  'no task is under itself': `
    with recursive up as (select id, parent_id, 1 as level from tasks where parent_id is not null
      union all select up.id, t.parent_id, up.level + 1 from up join tasks t on t.id = up.parent_id where up.level < 60)
    select distinct id::text from up where level >= 60`,
  'comments are counted right': `
    select t.id::text from tasks t left join (select task_id, count(*) as n from comments
        where deleted_at is null group by task_id) c on c.task_id = t.id
      where t.comment_count <> coalesce(c.n, 0)`,
  'attachments are counted right': `
    select t.id::text from tasks t left join (select entity_id, count(*) as n from attachments where entity_type = 'task'
        and object_id is not null and deleted_at is null group by entity_id) c on c.entity_id = t.id
      where t.attachment_count <> coalesce(c.n, 0)`,
  'what was spent on a task is what was logged on it': `
    select t.id::text from tasks t left join (select org_id, task_id, round(sum(duration_seconds) / 60.0) as minutes
        from time_entries group by 1, 2) e on e.org_id = t.org_id and e.task_id = t.id
      where t.spent_minutes <> coalesce(e.minutes, 0)`,
  'stored bytes are kept for as many attachments as refer to them, and doomed without any': `
    select o.id::text from attachment_objects o left join (select object_id, count(*) as n from attachments
        group by object_id) c on c.object_id = o.id
      where o.reference_count <> coalesce(c.n, 0) or (o.reference_count = 0) <> (o.unreferenced_at is not null)`,
  'the tasks that a project shows are tallied right': `
    select p.id::text from projects p left join (select project_id, sum(shown) as n from task_tallies group by project_id) y
        on y.project_id = p.id
      left join (select project_id, count(*) as n from tasks where deleted_at is null and archived_at is null
        group by project_id) t on t.project_id = p.id
      where coalesce(y.n, 0) <> coalesce(t.n, 0) and p.purge_started_at is null`,
  'open blockers are counted right': `
    select t.id::text from tasks t left join (select d.to_task_id, count(*) as n from task_dependencies d
        join tasks b on b.org_id = d.org_id and b.id = d.from_task_id join projects p on p.id = b.project_id
        where d.type = 'blocks' and b.deleted_at is null and p.deleted_at is null and b.status in ('todo', 'in_progress')
        group by d.to_task_id) c on c.to_task_id = t.id
      where t.open_blocker_count <> coalesce(c.n, 0)`,
  'a document stands one level under its parent, in its project, and no live one under one in the trash': `
    select c.id::text from documents c left join documents p on p.id = c.parent_id
      where c.depth <> coalesce(p.depth, 0) + 1 or (p.id is not null and c.project_id is distinct from p.project_id)
        or (c.deleted_at is null and p.deleted_at is not null)`,
  'the newest version of a document says what the document says': `
    select d.id::text from documents d left join document_versions v on v.document_id = d.id
        and v.number = d.current_version
      where (v.title, v.content) is distinct from (d.title, d.content)
        or exists (select from document_versions o where o.document_id = d.id and o.number > d.current_version)`,
  'the ledger of a running sprint adds up to what is in the sprint': `
    select unnest(app.drifted_sprints(o.id))::text from organizations o`,
  'a reminder that is to fire has the one job that fires it, at its moment': `
    select r.id::text from reminders r where r.deleted_at is null and r.next_fire_at is not null
      and (select count(*) filter (where b.id = r.job_id and (b.payload->>'at')::timestamptz = r.next_fire_at) - abs(count(*) - 1)
        from outbox b where b.topic = 'reminder.due' and b.done_at is null and b.payload->>'reminder_id' = r.id::text) <> 1`,
  'no task waits for itself': `
    with recursive reach as (select from_task_id as start, to_task_id as at from task_dependencies where type = 'blocks'
      union select r.start, d.to_task_id from reach r join task_dependencies d on d.from_task_id = r.at and d.type = 'blocks')
    select distinct start::text from reach where start = at`,
  'what can be found is what there is': `
    select concat(entity_type, ' ', entity_id) from (
      (select * from app.searchable except select org_id, entity_type, entity_id, project_id, owner_user_id, min_rank,
        subject_type, subject_id, archived, title, body from search_entries)
      union all (select org_id, entity_type, entity_id, project_id, owner_user_id, min_rank,
        subject_type, subject_id, archived, title, body from search_entries except select * from app.searchable)) x`,
  'every task has the event of its creation': `
    select t.id::text from tasks t where not exists (select from task_events e
      where e.org_id = t.org_id and e.task_id = t.id and e.kind = 'created')`,
  'an automation is never in its own chain, and no chain is longer than three': `
    select distinct e.id::text from task_events e where cardinality(e.automation_chain) > 3
      or cardinality(e.automation_chain) <> (select count(distinct c) from unnest(e.automation_chain) c)`,
  'no automation is on that failed ten times in a row': `
    select a.id::text from automations a where a.is_enabled and a.consecutive_failures >= 10`,
  'no request is half done: a claimed Idempotency-Key has its answer': `
    select key from idempotency_keys where status is null or answer is null`,
  'a connected application has at most one refresh token that works': `
    select authorization_id::text from oauth_tokens where kind = 'refresh' and used_at is null
      group by authorization_id having count(*) > 1`,
  'what is sealed is sealed whole': `
    select id::text from repository_connections where length(iv) <> 12 or length(dek_iv) <> 12 or length(wrapped_dek) <> 48
      or length(ciphertext) < 17 or secret_version < 1`,
  'no project has more than twenty repositories': `
    select project_id::text from project_repositories group by project_id having count(*) > 20`,
  'the audit trail is as it was sealed, of every organization and of the platform': `
    with chains as materialized (select distinct org_id from audit_seals),
      found as materialized (
        select org_id, app.verify_chain(org_id, null, null, 2000000000)->'broken' as broken from chains)
      select concat_ws(' ', org_id, broken) from found where broken::text <> 'null'`,
  'row-level security is forced wherever there is an organization': `
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity)`,
  'the text of a contract is the one that was sent': `
    select id from contracts where body_sha256 <> encode(sha256(convert_to(body, 'UTF8')), 'hex')
      or (status in ('sent', 'active', 'terminated') and body_sha256 is null)`,
  'the milestones of a contract come to no more than its value': `
    select c.id from contracts c join contract_milestones m on m.org_id = c.org_id and m.contract_id = c.id
      where m.status <> 'cancelled' group by c.id, c.value_minor having sum(m.amount_minor) > c.value_minor`,
  'the role of the service cannot go around row-level security': `
    select rolname from pg_roles where rolname in ('svc_app', 'svc_app_b') and (rolsuper or rolbypassrls)
    union all select tablename from pg_tables where tableowner = 'svc_app'`,
}

/** The tables of which every version must have an audit entry. */
const audited = `
  select c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'version' and not a.attisdropped
    where t.tgname = 'audit' and exists (select from pg_attribute i where i.attrelid = c.oid and i.attname = 'id')`

const withoutEntry = (table: string) => `
  select r.id::text from ${table} r where not exists (select from audit_log a where a.entity_type = '${table}'
    and a.entity_id = r.id::text and a.entity_version = r.version)
    and r.updated_at > now() - interval '399 days'
    and not exists (select from organization_imports i where i.id = r.${table === 'organizations' ? 'id' : 'org_id'}
      and (i.finished_at is null or r.updated_at <= i.finished_at))`

export type Finding = { invariant: string; broken: number; examples: string[] }

/**
 * Checks all of them in one snapshot, as the owner. Returns one finding for each, violations with up to five
 * examples.
 */
export async function checkInvariants(client: Client): Promise<Finding[]> {
  await client.query('begin isolation level repeatable read read only')
  const tables = (await client.query<{ relname: string }>(audited)).rows.map(({ relname }) => relname)
  const all = [
    ...Object.entries(invariants),
    ...tables.map((table): [string, string] => [
      `every version of ${table} is in the audit trail`,
      withoutEntry(table),
    ]),
  ]
  const findings: Finding[] = []
  for (const [invariant, query] of all) {
    const { rows } = await client.query<string[]>({ text: query, rowMode: 'array' })
    findings.push({ invariant, broken: rows.length, examples: rows.slice(0, 5).map(([id]) => id!) })
  }
  await client.query('commit')
  return findings
}
