-- The policy for functions on a table: rows of the entered organization and no others. An account's entries
-- in the audit trail belong to no organization: they are written anywhere, and read by what may cross.
-- Functions have conditions of their own, so this needs no index: `coalesce` makes it a mere filter, which
-- leaves their plans as they are.
create or replace function app.attach_wall(table_name text, table_oid regclass) returns void language plpgsql as $$
declare
  own text := format('coalesce(%I = (select app.entered_org()), %s)',
    case when table_name = 'organizations' then 'id' else 'org_id' end,
    case when table_name = 'audit_log' then '(select app.entered_org()) is null' else 'true' end);
  -- Always true: it has the organization looked up before the scan, so that whether a function fails without
  -- one does not depend on the plan.
  entered text := '(select app.entered_org()) is distinct from ''ffffffff-ffff-ffff-ffff-ffffffffffff''';
  wall text := format('using (%s and %s) with check (%s%s)', own, entered, case when table_name = 'audit_log' then 'org_id is null or ' end, own);
begin
  if wall = (select obj_description(p.oid, 'pg_policy') from pg_policy p
    where p.polrelid = table_oid and p.polname = 'functions') then return; end if;
  execute format('drop policy if exists functions on %I', table_name);
  execute format('create policy functions on %I to svc_functions %s', table_name, wall);
  execute format('comment on policy functions on %I is %L', table_name, wall);
end $$;

-- Plans must suit large organizations. Where most are small, Postgres takes the rows of one for a single row,
-- so that any index that begins with org_id seems as good as the one that also has the id. This says a
-- thousand rows instead.
create or replace function app.attach_estimate(table_name text, table_oid regclass) returns void language plpgsql as $$
begin
  if not exists (select from pg_attribute a where a.attrelid = table_oid and a.attname = 'org_id'
      and 'n_distinct=-0.001' = any (a.attoptions)) then
    execute format('alter table %I alter column org_id set (n_distinct = -0.001)', table_name);
  end if;
end $$;

-- Applies each table's declared facts: row-level security, versions, audit trail, search index and the
-- service role's grants. Bookkeeping columns present in every table count as derived without being listed.
create or replace procedure app.attach_facts() language plpgsql as $$
declare e record; cols text[]; derived text[]; keys text[];
begin
  for e in select f.*, c.oid, c.relrowsecurity and c.relforcerowsecurity as is_secured from app.entities f join pg_class c
      on c.relname = f.name and c.relnamespace = 'public'::regnamespace order by f.name loop
    select array_agg(a.attname::text) into cols from pg_attribute a
      where a.attrelid = e.oid and a.attnum > 0 and not a.attisdropped;
    derived := e.derived || '{version,updated_at,updated_by}';
    if (e.tenant or e.name = 'organizations') and not e.is_secured then
      execute format('alter table %I enable row level security', e.name);
      execute format('alter table %I force row level security', e.name);
    end if;
    if e.tenant or e.name = 'organizations' then perform app.attach_wall(e.name, e.oid); end if;
    if 'org_id' = any (cols) then perform app.attach_estimate(e.name, e.oid); end if;
    if 'updated_at' = any (cols) and (e.tenant or e.name = 'organizations') then
      perform app.attach_touch(e.name, cols, derived, e.counted);
    end if;
    if e.history = 'append_only' then
      execute format('create or replace trigger append_only before update or delete or truncate on %I
        for each statement execute function app.append_only()', e.name);
    elsif e.history = 'audited' then
      select case when bool_or(a.attname = 'id') then array['id'] else array_agg(a.attname::text order by a.attnum) end
        into keys from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = e.oid and i.indisprimary;
      perform app.attach_audit(e.name, keys, derived, e.private, e.label,
        case when e.announced then e.kind end,
        app.live_kind(e.name, e.kind, e.block, e.private, e.announced));
    end if;
    if e.follows is not null then
      call app.make_index_function(e.kind);
      execute format('create or replace trigger index_row after insert or delete on %I
        for each row execute function app.index_row(%L)', e.name, e.kind);
      execute format('create or replace trigger index_change after update on %I for each row when (%s)
        execute function app.index_row(%L)', e.name,
        (select string_agg(format('old.%1$I is distinct from new.%1$I', f), ' or ') from unnest(e.follows) f), e.kind);
      if not exists (select from search_entries s where s.entity_type = e.kind) then
        insert into search_entries (org_id, entity_type, entity_id, project_id, owner_user_id, min_rank, subject_type,
            subject_id, archived, title, body)
          select s.* from app.searchable s where s.entity_type = e.kind;
      end if;
    end if;
    perform app.attach_takes(e.name, e.kind, e.takes, cols);
    if e.name in (select k.name from app.export_kinds() k) then perform app.silence_triggers(e.oid); end if;
    if e.access = 'write' and e.history <> 'append_only' then
      execute format('grant select, insert, update, delete on %I to svc_app', e.name);
    elsif has_table_privilege('svc_app', e.oid, 'insert') then
      execute format('revoke insert, update, delete on %I from svc_app', e.name);
    end if;
    if e.access = 'read' or e.access = 'write' and e.history = 'append_only' then
      execute format('grant select on %I to svc_app', e.name);
    elsif e.access = 'functions' and has_table_privilege('svc_app', e.oid, 'select') then
      execute format('revoke all on %I from svc_app', e.name);
    end if;
    -- One table at a time: nobody waits for the locks of the others.
    commit;
  end loop;
  call app.make_trash_function();
end $$;
