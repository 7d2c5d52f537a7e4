-- What belongs to one person alone, and what it can be about.

-- True where a thing of the organization is in the trash, itself or with its project.
create or replace function app.is_trashed(kind text, thing uuid) returns boolean language sql stable as $$
  select case kind
    when 'task' then exists (select from tasks t join projects p on p.org_id = t.org_id and p.id = t.project_id
      where t.org_id = app.org_id() and t.id = thing and (t.deleted_at is not null or p.deleted_at is not null))
    when 'project' then exists (select from projects p
      where p.org_id = app.org_id() and p.id = thing and p.deleted_at is not null)
    when 'document' then exists (select from documents d
      left join projects p on p.org_id = d.org_id and p.id = d.project_id
      where d.org_id = app.org_id() and d.id = thing and (d.deleted_at is not null or p.deleted_at is not null))
    else false end
$$;

-- True where a person may open a thing. No client or deal exists before its area does; that adds them here.
create or replace function app.opens(kind text, thing uuid, person uuid) returns boolean language sql stable as $$
  select not app.is_trashed(kind, thing) and case kind
    when 'task' then exists (select from tasks t
      where t.org_id = app.org_id() and t.id = thing and app.can_open(t.project_id, person))
    when 'project' then exists (select from projects p
      where p.org_id = app.org_id() and p.id = thing and app.can_open(p.id, person))
    when 'document' then exists (select from documents d where d.org_id = app.org_id() and d.id = thing
      and (d.only_for is null or d.only_for = person)
      and (d.project_id is null or app.can_open(d.project_id, person)))
    else false end
$$;

-- What a note or reminder is about, as its person may see it now: {type, id, key, title}, else null.
create or replace function app.linked(kind text, thing uuid, person uuid) returns json language sql stable as $$
  select json_build_object('type', kind, 'id', thing, 'key', l.key, 'title', l.title) from (
      select p.key || '-' || t.number as key, t.title from tasks t
          join projects p on p.org_id = t.org_id and p.id = t.project_id
        where kind = 'task' and t.org_id = app.org_id() and t.id = thing
      union all select p.key, p.name from projects p
        where kind = 'project' and p.org_id = app.org_id() and p.id = thing
      union all select null, d.title from documents d
        where kind = 'document' and d.org_id = app.org_id() and d.id = thing) l
    where app.opens(kind, thing, person)
$$;

-- What is erased is no longer what notes and reminders are about.
create or replace function app.unlink_personal() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare was text := app.hush('app.quiet');
begin
  update notes n set linked_type = null, linked_id = null from gone g
    where n.org_id = g.org_id and n.linked_type = tg_argv[0] and n.linked_id = g.id;
  update reminders r set entity_type = null, entity_id = null, held_at = null from gone g
    where r.org_id = g.org_id and r.entity_type = tg_argv[0] and r.entity_id = g.id;
  perform set_config('app.quiet', was, true);
  return null;
end $$;
create or replace trigger unlink_personal after delete on tasks referencing old table as gone
  for each statement execute function app.unlink_personal('task');
create or replace trigger unlink_personal after delete on projects referencing old table as gone
  for each statement execute function app.unlink_personal('project');
create or replace trigger unlink_personal after delete on documents referencing old table as gone
  for each statement execute function app.unlink_personal('document');

-- What stood in a person's trash for thirty days is erased by the daily run, without a word in the trail.
create or replace function app.retire_personal() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare was text := app.hush('app.quiet');
begin
  delete from notes where deleted_at < now() - interval '30 days';
  delete from reminders where deleted_at < now() - interval '30 days';
  perform set_config('app.quiet', was, true);
end $$;

-- An organization that is erased takes with it what its people kept in it.
create or replace function app.forget_personal(org uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare was text := app.hush('app.quiet');
begin
  delete from notes where org_id = org;
  delete from reminders where org_id = org;
  delete from desktop_states where org_id = org;
  perform set_config('app.quiet', was, true);
end $$;
