-- What live streams are told of: kinds of objects and no more. Of what belongs to one person, or of which
-- viewers know nothing, such as pay, nothing is told. Tables without a kind stand for that of their object.
create or replace function app.live_kind(name text, kind text, block text, private text, announced boolean)
returns text language sql immutable as $$
  select case
    when announced and private <> 'always' and coalesce(block, '') not in ('fin', 'pay', 'hr', 'sup')
      then kind
    when name in ('task_tags', 'task_watchers', 'task_dependencies', 'time_entries') then 'task'
    when name = 'comment_reactions' then 'comment'
    when name = 'project_updates' then 'project'
    when name = 'attachments' then 'attachment'
    when name = 'notifications' then 'notification'
    when name = 'project_members' then 'access' end
$$;

-- Ends streams with the rights that opened them. Arguments: the column that says whose, `*` for those of all
-- in the organization, and the column of the organization; without it, in all that the person belongs to.
create or replace function app.end_streams() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare row_json jsonb := to_jsonb(old); whose text := coalesce(row_json->>tg_argv[0], tg_argv[0]);
  noted text;
begin
  noted := note_live(case when tg_nargs = 2 then array[concat(row_json->>tg_argv[1], '/!', whose)]
    else array(select concat(m.org_id, '/!', whose)
      from memberships_of(coalesce(row_json->>'user_id', row_json->>'id')::uuid) m) end);
  return null;
end $$;
create or replace trigger end_streams after update of role, status, viewer_from on organization_members
  for each row when ((old.role, old.status, old.viewer_from) is distinct from
    (new.role, new.status, new.viewer_from))
  execute function app.end_streams('user_id', 'org_id');
create or replace trigger end_streams_gone after delete on organization_members for each row
  execute function app.end_streams('user_id', 'org_id');
create or replace trigger end_streams after update of status, deleted_at, require_second_factor
  on organizations for each row when ((old.status, old.deleted_at, old.require_second_factor)
    is distinct from (new.status, new.deleted_at, new.require_second_factor))
  execute function app.end_streams('*', 'id');
create or replace trigger end_streams after update of revoked_at, project_id, scopes on api_keys
  for each row when ((old.revoked_at, old.project_id, old.scopes) is distinct from
    (new.revoked_at, new.project_id, new.scopes)) execute function app.end_streams('id', 'org_id');
create or replace trigger end_streams after update of revoked_at, org_ids on oauth_authorizations for each row
  when ((old.revoked_at, old.org_ids) is distinct from (new.revoked_at, new.org_ids))
  execute function app.end_streams('id');
create or replace trigger end_streams after update of revoked_at on sessions for each row
  when (old.revoked_at is distinct from new.revoked_at) execute function app.end_streams('id');
create or replace trigger end_streams after update of status, second_factor on users for each row
  when ((old.status, old.second_factor) is distinct from (new.status, new.second_factor))
  execute function app.end_streams('id');
create or replace trigger end_streams after update of status on impersonation_sessions for each row
  when (old.status is distinct from new.status)
  execute function app.end_streams('admin_user_id', 'target_org_id');

-- Who sees a project changed.
create or replace function app.note_access() returns trigger language plpgsql as $$
declare noted text := app.note_live(array[new.org_id || '/access']);
begin
  return null;
end $$;
create or replace trigger note_access after update of visibility on projects for each row
  when (old.visibility is distinct from new.visibility) execute function app.note_access();

-- Notifications are made, merged, settled and erased without entries in the audit trail, which would tell
-- of them.
create or replace function app.note_inbox() returns trigger language plpgsql as $$
declare noted text := (select app.note_live(array_agg(distinct n.org_id || '/notification')) from now_is n);
begin
  return null;
end $$;
create or replace trigger note_inbox after insert on notifications referencing new table as now_is
  for each statement execute function app.note_inbox();
create or replace trigger note_inbox_gone after delete on notifications referencing old table as now_is
  for each statement execute function app.note_inbox();
create or replace function app.note_inbox_change() returns trigger language plpgsql as $$
declare noted text := app.note_live(array[new.org_id || '/notification']);
begin
  return null;
end $$;
create or replace trigger note_inbox_change after update of count, data, title, reason, project_id, read_at, archived_at,
  deleted_at on notifications for each row execute function app.note_inbox_change();
