-- Targets of notes and reminders.

-- True if an item of the organization, or its project, is in the trash.
create or replace function app.is_trashed(kind text, item uuid) returns boolean language sql stable as $$
  select coalesce((select i.trashed from app.item(app.org_id(), $1, item) i), false)
$$;

-- True if a person may open an item.
create or replace function app.can_open_item(kind text, item uuid, person uuid) returns boolean language sql stable as $$
  select (app.only_project() is null or kind = any (app.project_key_kinds())) and exists (
    select from app.item(app.org_id(), $1, item) i where not i.trashed
    and (app.only_project() is null or i.project_id = app.only_project())
    and (i.person_id is null or i.person_id = person) and (i.project_id is null or app.can_open(i.project_id, person))
    and (i.least_rank is null or i.least_rank <= (select app.level_of(app.acting_role(m.role, m.viewer_from))
      from organization_members m where m.org_id = i.org_id and m.user_id = person and m.status = 'active')))
$$;

-- The item a note or reminder is about, if its person may see it: {type, id, key, title}, else null.
create or replace function app.linked_item(kind text, item uuid, person uuid) returns json language sql stable as $$
  select json_build_object('type', i.kind, 'id', i.id, 'key', i.key, 'title', i.title)
    from app.item(app.org_id(), $1, item) i where app.can_open_item($1, item, person)
$$;

-- The table of a kind of objects.
create or replace function app.table_of(kind text) returns text language sql stable as $$
  select e.name from app.entities e where e.kind = $1
$$;

-- What an erased row takes along where its kind takes links, files or automations. The argument is the kind.
create or replace function app.unlink_erased() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := app.suppress_audit();
begin
  update notes n set linked_type = null, linked_id = null from gone g
    where n.org_id = g.org_id and n.linked_type = tg_argv[0] and n.linked_id = g.id;
  update reminders r set entity_type = null, entity_id = null, held_at = null from gone g
    where r.org_id = g.org_id and r.entity_type = tg_argv[0] and r.entity_id = g.id;
  perform set_config('app.suppress_audit', saved, true);
  return null;
end $$;
create or replace function app.erase_files() returns trigger language plpgsql as $$
begin
  delete from attachments a where a.org_id = old.org_id and a.entity_type = tg_argv[0] and a.entity_id = old.id;
  return null;
end $$;
create or replace function app.erase_runs() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  delete from automation_runs r using gone g where r.org_id = g.org_id and r.record_kind = tg_argv[0] and r.record_id = g.id;
  return null;
end $$;

-- The triggers that follow from what a kind takes.
create or replace function app.attach_takes(table_name text, kind text, takes text[], columns text[]) returns void language plpgsql as $$
begin
  if 'links' = any (takes) then
    execute format('create or replace trigger unlink_personal after delete on %I referencing old table as gone
      for each statement execute function app.unlink_erased(%L)', table_name, kind);
  end if;
  if 'links' = any (takes) and 'deleted_at' = any (columns) then
    execute format('create or replace trigger hold_reminders after update of deleted_at on %I for each row
      when ((new.deleted_at is null) <> (old.deleted_at is null)) execute function app.hold_or_release_reminders(%L)',
      table_name, kind);
  end if;
  if 'files' = any (takes) then
    execute format('create or replace trigger drop_attachments after delete on %I
      for each row execute function app.erase_files(%L)', table_name, kind);
  end if;
  if 'automations' = any (takes) then
    execute format('create or replace trigger drop_runs after delete on %I referencing old table as gone
      for each statement execute function app.erase_runs(%L)', table_name, kind);
  end if;
end $$;

-- What automations know of a record; each kind gives it by a function of its area.
call app.make_type('record_facts', 'kind text, id uuid, title text, person uuid, created_by uuid,
  placeholders jsonb');
