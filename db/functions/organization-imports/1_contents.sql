-- What becomes of the kinds of an export when it is imported. What is not named here is written as it was.

-- Chains, which stay closed archives: their entries cannot be continued under other ids.
create or replace function app.import_archives() returns table (name text, what text)
language sql immutable as $$
  select unnest(a.names), a.what from (values
    ('{audit_log, audit_seals}'::text[], 'audit trail'),
    ('{working_hours_log, working_hours_hashes, working_hours_heads, working_hours_acks}',
        'log of working hours'),
    ('{invoice_register, invoice_register_heads}', 'register of invoices')) a(names, what)
$$;

-- Tables whose rows are not written, what they are called, and what to do about it.
create or replace function app.import_left_out() returns table (name text, key text, what text)
language sql immutable as $$
  select unnest(l.names), l.key, l.what from (values
    ('{organization_members}'::text[], 'people',
        'nobody is a member by an import: invite the people who are listed'),
    ('{organization_invitations}', 'invitations', 'send open invitations again'),
    ('{app_installations}', 'apps',
        'install apps again: they were granted to the organization that was exported'),
    ('{webhook_endpoints}', 'webhooks', 'add endpoints again: their secrets are not part of an export'),
    ('{repository_connections, project_repositories}', 'repositories',
      'connect repositories again: their tokens are not part of an export; PUT …/repository-integration '
      'takes one, and POST …/projects/{project_id}/repositories links what a project uses'),
    ('{kiosks}', 'kiosks', 'set devices up again: their tokens are not part of an export'),
    ('{portal_accesses}', 'portal',
        'give contacts of clients access to the portal again: their links are not part of an export'),
    ('{employee_ibans, employee_national_ids, payslip_ibans, supplier_ibans}', 'sealed_values',
      'enter bank accounts and national ids again: they were sealed with keys of another deployment'),
    ('{project_shares, project_share_reads}', 'shares', 'share projects again, each on its own page'),
    ('{holding_links}', 'links', 'link organizations again'),
    ('{holding_rates}', 'rates', 'enter the rates of the holding again'),
    ('{subscriptions, billing_invoices, usage_daily, usage_events, usage_periods}', 'subscription',
      'choose a plan: subscription and usage are of the deployment that exported them')) l(names, key, what)
$$;

-- What columns become, where that is not what they were: `x` is the row. Off until somebody switches it on,
-- or needed and not part of an export.
create or replace function app.import_changes() returns table (column_name text, becomes text)
language sql immutable as $$
  values ('automations.is_enabled', 'false'),
    ('mailboxes.active', 'false'),
    ('mailboxes.token_hash', 'sha256(uuid_send(gen_random_uuid()))'),
    ('imports.object_id', 'null'), ('imports.sha256', 'sha256(uuid_send(x.id))'),
    ('imports.status',
        'case when x.status in (''running'', ''undoing'', ''analysing'', ''awaiting'') then ''stopped''
      else x.status end'),
    ('document_versions.content_hash', 'sha256(convert_to(x.content, ''UTF8''))'),
    ('automation_runs.event_id', 'app.imported_number($1, ''task_events'', x.event_id)'),
    ('comments.event_id', 'app.imported_number($1, ''task_events'', x.event_id)'),
    ('sprint_ledger.event_id', 'app.imported_number($1, ''task_events'', x.event_id)'),
    ('attachment_objects.storage_key', 'app.import_file($1, decode(x.sha256, ''hex''))'),
    ('attachment_objects.size_bytes', 'app.import_file_size($1, decode(x.sha256, ''hex''))'),
    ('attachments.size_bytes', '(select o.size_bytes from attachment_objects o where o.org_id = $1
      and o.id = x.object_id)'),
    ('credentials.secret_version', '0'), ('credentials.totp_version', '0'),
    ('credentials.rotated_at', 'null'),
    ('clients.related_org_id', 'null'), ('suppliers.related_org_id', 'null'),
    ('sla_clocks.state', 'case x.state when ''running'' then ''paused'' else x.state end'),
    ('sla_clocks.due_at', 'case x.state when ''running'' then null else x.due_at end'),
    ('sla_clocks.warn_at', 'case x.state when ''running'' then null else x.warn_at end'),
    ('sla_clocks.paused_at', 'case x.state when ''running'' then now() else x.paused_at end'),
    ('sla_clocks.pause_reason', 'case x.state when ''running'' then ''imported'' else x.pause_reason end')
$$;

-- What a number of the rows of a table became; null for one that the import does not have.
create or replace function app.imported_number(import uuid, its_table text, number bigint) returns bigint
language sql stable as $$
  select n.new_number from organization_import_numbers n where n.import_id = import and n.name = its_table
    and n.old_number = number
$$;

-- Where the bytes with a hash are stored, if they came.
create or replace function app.import_file(import uuid, hash bytea) returns text language sql stable as $$
  select app.import_part_key(import, p.n) from organization_import_parts p where p.import_id = import
    and p.sha256 = hash and p.kind = 'file' limit 1
$$;
create or replace function app.import_file_size(import uuid, hash bytea) returns bigint language sql stable
    as $$
  select p.size_bytes from organization_import_parts p where p.import_id = import and p.sha256 = hash
    and p.kind = 'file' limit 1
$$;
-- Files are stored where attachments are, which they become.
create or replace function app.import_part_key(import uuid, n int) returns text language sql stable as $$
  select case when p.kind = 'file' then format('org/%s/import-%s', app.folder_of(import), n)
      else format('organization-imports/%s/%s', app.folder_of(import), lpad(n::text, 6, '0')) end
    from organization_import_parts p where p.import_id = import and p.n = import_part_key.n
$$;

-- Which rows `x` are written, where that is not all: attachments whose files came.
create or replace function app.import_narrowed() returns table (name text, holds text)
language sql immutable as $$
  values ('attachment_objects', 'app.import_file($1, decode(x.sha256, ''hex'')) is not null'),
    ('attachments', 'exists (select from attachment_objects o where o.org_id = $1 and o.id = x.object_id)')
$$;

-- The tables that are written, each after those that it refers to; `own` are the references to itself.
create or replace function app.import_tables() returns table (kind text, name text, level int, own text[])
language sql stable as $$
  with recursive written as (
    select k.kind, k.name from app.export_kinds() k where k.name not in (select l.name
        from app.import_left_out() l)
      and k.name not in (select a.name from app.import_archives() a)),
  foreign_keys as (
    select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
        a.attname::text as attname
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid
        and a.attnum = c.conkey[cardinality(c.conkey)]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace),
  depth (name, level) as (
    select w.name, 0 from written w
    union select r.child, d.level + 1 from depth d join foreign_keys r on r.parent = d.name
        and r.child <> d.name
      join written w on w.name = r.child where d.level < 40)
  select w.kind, w.name, max(d.level)::int, (select array_agg(r.attname order by r.attname)
      from foreign_keys r
      where r.child = w.name and r.parent = w.name)
    from depth d join written w on w.name = d.name group by w.kind, w.name
$$;

-- The statement that writes lines of a table: `$1` is the organization, `$2` its lines as a JSON array. Of a
-- table that refers to itself it writes rows that are not there yet and whose references are.
create or replace function app.import_statement(table_name text) returns text
language plpgsql stable set search_path = public, app, pg_temp as $$
declare own regclass := table_name::regclass; names text; expressions text; fields text; conditions text;
begin
  with columns as (
    select a.attname as name, a.attnum as place, format_type(a.atttypid, a.atttypmod) as type,
        a.atttypid = 'bytea'::regtype as is_bytes, a.attidentity <> '' as is_number, a.attnotnull, pg_get_expr(d.adbin,
            d.adrelid) as default_value,
        c.name is not null as is_exported, h.becomes,
        case a.attname when 'kind' then 'own_kind' else a.attname end as field,
        exists (select from pg_constraint f join pg_class p on p.oid = f.confrelid where f.contype = 'f'
          and f.conrelid = own and a.attnum = f.conkey[cardinality(f.conkey)] and p.relname <> 'users'
          and p.relname not in (select t.name from import_tables() t)) as is_lost
      from pg_attribute a left join pg_attrdef d on d.adrelid = own and d.adnum = a.attnum
        left join export_columns(own) c on c.place = a.attnum
        left join import_changes() h on h.column_name = table_name || '.' || a.attname
      where a.attrelid = own and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and a.attname <> 'org_id')
  select string_agg(format('%I', name), ', ' order by place) filter (where is_exported
      or becomes is not null),
      string_agg(case when becomes is not null then becomes when is_lost then 'null'
        when is_number then format('app.imported_number($1, %L, x.%I)', table_name, name)
        when is_bytes then format('decode(x.%I, ''hex'')', field)
        when attnotnull and default_value is not null then format('coalesce(x.%I, %s)', field, default_value)
        when attnotnull and type = 'jsonb' then format('coalesce(x.%I, ''null''::jsonb)', field)
        else format('x.%I', field) end, ', ' order by place) filter (where is_exported
            or becomes is not null),
      string_agg(format('%I %s', field, case when is_bytes then 'text' else type end), ', ' order by place)
        filter (where is_exported or name = 'id')
    into names, expressions, fields from columns;
  select concat_ws(' and ', n.holds, case when t.own is not null then
        format('not exists (select from %I t where t.org_id = $1 and t.id = x.id)', table_name) end,
      (select
          string_agg(format('(x.%1$I is null or exists (select from %2$I t where t.org_id = $1
          and t.id = x.%1$I))',
        o.name, table_name), ' and ') from unnest(t.own) o(name)))
    into conditions from import_tables() t left join import_narrowed() n on n.name = t.name
        where t.name = table_name;
  return
      format('insert into %I (org_id, %s) overriding system value select $1, %s
        from json_to_recordset($2) x(%s) %s',
    table_name, names, expressions, fields, case when conditions <> '' then 'where ' || conditions end);
end $$;

-- The tables with their statements, worked out once for each revision of the schema.
create table if not exists app.import_plans (
  kind text primary key, name text not null, level int not null, own text[], statement text not null
);
-- The sequence that counts the rows of a table, where one does.
alter table app.import_plans add column if not exists sequence text;
begin;
delete from app.import_plans;
insert into app.import_plans select t.kind, t.name, t.level, t.own, app.import_statement(t.name),
    (select pg_get_serial_sequence(t.name, a.attname) from pg_attribute a
      where a.attrelid = t.name::regclass and a.attidentity <> '')
  from app.import_tables() t;
commit;
