-- The transaction settings made by `app.enter`, as queries and policies read them.
create schema if not exists app;
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;
create extension if not exists btree_gist;

do $$ begin
  if not exists (select from pg_roles where rolname = 'svc_app') then create role svc_app nologin; end if;
  -- Signs in with another password while the one of svc_app is changed, and the other way round.
  if not exists (select from pg_roles where rolname = 'svc_app_b') then
    create role svc_app_b nologin in role svc_app;
  end if;
  -- Owns the functions that run with more rights than their caller; row-level security binds it to one
  -- organization.
  if not exists (select from pg_roles where rolname = 'svc_functions') then create role svc_functions nologin; end if;
  -- Its functions are replaced by the next migration.
  if not pg_has_role('svc_functions', 'usage') then
    execute format('grant svc_functions to %I with inherit true, set true', current_user);
  end if;
end $$;
grant usage on schema app, public to svc_app, svc_functions;

-- Table facts from db/schema, written by npm run migrate.
create table if not exists app.entities (
  name text primary key, kind text, tenant boolean not null, history text not null, label text, derived text[] not null,
  private text not null, trash_days int, erase text, access text not null, outlives boolean not null, follows text[]
);
alter table app.entities alter column private type text;
alter table app.entities add column if not exists counted text[] not null default '{}';
alter table app.entities add column if not exists takes text[] not null default '{}';
alter table app.entities add column if not exists found_as text;
alter table app.entities add column if not exists block text;
alter table app.entities add column if not exists announced boolean not null default false;
alter table app.entities add column if not exists columns text[] not null default '{}';

create or replace function app.org_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.org_id', true), '')::uuid $$;
-- The organization as the policies for functions read it. Without one, a function would find nothing and say
-- nothing, so it fails; only what the database's owner runs by hand, such as a migration, concerns all
-- organizations.
create or replace function app.entered_org() returns uuid language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.org_id', true), '')::uuid, app.no_org()) $$;
create or replace function app.no_org() returns uuid language plpgsql stable parallel safe as $$
begin
  if exists (select from pg_roles r where r.rolname = session_user and (r.rolsuper or r.rolbypassrls)) then return null; end if;
  raise exception using errcode = 'insufficient_privilege',
    message = 'no organization is entered: enter one first, or name the function in db/functions/crossing.sql';
end $$;
create or replace function app.user_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;
-- The level of the caller's role: 50 for owners, 40 admins, 30 managers, 20 members, 10 viewers, else 0.
create or replace function app.role_level() returns int language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.rank', true), '')::int, 0) $$;
-- Its name in the policies of released migrations.
create or replace function app.rank() returns int language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.rank', true), '')::int, 0) $$;
create or replace function app.hidden_projects() returns uuid[] language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.hidden_projects', true), ''), '{}')::uuid[] $$;
-- Projects that the caller only reads and comments on, by their role in the project; set for writes.
create or replace function app.viewed_projects() returns uuid[] language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.viewed_projects', true), ''), '{}')::uuid[] $$;
create or replace function app.only_project() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.only_project', true), '')::uuid $$;
create or replace function app.key_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.key_id', true), '')::uuid $$;
-- Who acts: user, api_key, oauth, portal, automation or system.
create or replace function app.actor_type() returns text language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.actor_type', true), ''), 'system') $$;
create or replace function app.family() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.family', true), '')::uuid $$;
-- What policies name must exist before the tables; db/functions/employees and tasks replace these.
do $$ begin
  if to_regprocedure('app.led_projects()') is null then
    create function app.led_projects() returns uuid[] language sql stable as 'select ''{}''::uuid[]';
  end if;
  if to_regprocedure('app.employee_id()') is null then
    create function app.employee_id() returns uuid language sql stable as 'select null::uuid';
    create function app.team() returns uuid[] language sql stable as 'select ''{}''::uuid[]';
  end if;
  if to_regprocedure('app.org_today()') is null then
    create function app.org_today() returns date language sql stable as 'select current_date';
  end if;
end $$;
create or replace function app.portal_client() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.portal_client', true), '')::uuid $$;
-- In the portal: the caller's access, their contact, and the only ticket that their link opens, if it is
-- limited to one.
create or replace function app.portal_access() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.portal_access', true), '')::uuid $$;
create or replace function app.portal_contact() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.portal_contact', true), '')::uuid $$;
create or replace function app.portal_ticket() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.portal_ticket', true), '')::uuid $$;
create or replace function app.impersonator() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.impersonator', true), '')::uuid $$;
-- The caller's browser session; null for keys, applications and impersonation.
create or replace function app.session_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.session_id', true), '')::uuid $$;
-- Whose private rows the transaction may read: the caller's own; none while an operator impersonates them.
create or replace function app.own_id() returns uuid language sql stable parallel safe
  as $$ select case when app.impersonator() is null then app.user_id() end $$;
-- True for an organization that the credential can access: impersonations and some applications are limited
-- to chosen ones.
create or replace function app.can_reach_organization(org uuid) returns boolean language sql stable parallel safe
  as $$ select coalesce(org = any (nullif(current_setting('app.only_orgs', true), '')::uuid[]), true) $$;
-- The automations that led to the current change, oldest first.
create or replace function app.automation_chain() returns uuid[] language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.automation_chain', true), ''), '{}')::uuid[] $$;
-- The automation that makes the current change.
create or replace function app.automation_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.automation_id', true), '')::uuid $$;
-- True while rows of a file are written, of which nobody is told.
create or replace function app.is_importing() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.importing', true) = 'on', false) $$;
-- The object a path parameter names, resolved by `app.admit`: app.target_id('task').
create or replace function app.target_id(kind text) returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.at_' || kind, true), '')::uuid $$;

create or replace function app.level_of(role text) returns int language sql immutable parallel safe
  as $$ select case role when 'owner' then 50 when 'admin' then 40 when 'manager' then 30 when 'member' then 20
    when 'viewer' then 10 else 0 end $$;

-- What a member acts as: less than their role from when the plan has too few seats.
create or replace function app.acting_role(role text, viewer_from timestamptz) returns text
language sql stable parallel safe as $$ select case when viewer_from <= now() then 'viewer' else role end $$;

-- RFC 3339 in UTC with milliseconds.
create or replace function app.utc(moment timestamptz) returns text language sql stable parallel safe
  as $$ select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- The current date in a time zone.
create or replace function app.today(zone text) returns date language sql stable parallel safe
  as $$ select (now() at time zone zone)::date $$;

-- Suppresses versions and audit entries for later writes, until the setting is restored to the returned
-- value. (Only a superuser may attach such settings to functions.)
create or replace function app.suppress_audit() returns text language plpgsql as $$
declare saved text := coalesce(current_setting('app.suppress_audit', true), '');
  suppressed text := set_config('app.suppress_audit', 'on', true);
begin
  return saved;
end $$;

-- Raises one of the service's error codes (WM401, WM403, WM404, WM409, WM422).
create or replace function app.refuse(code text, message text) returns void language plpgsql as $$
begin
  raise exception using errcode = code, message = message;
end $$;

create or replace function app.ensure(condition boolean, code text, message text) returns void
language plpgsql as $$
begin
  if condition is not true then raise exception using errcode = code, message = message; end if;
end $$;

-- Raises WM422 with all non-null problems, joined as the error envelope expects.
create or replace function app.ensure_fields(problems text[]) returns void language plpgsql as $$
declare joined text := array_to_string(problems, '; ');
begin
  if joined <> '' then raise exception using errcode = 'WM422', message = joined; end if;
end $$;

-- Refuses a write to a project that the caller only views. Returns a boolean for policies, which end with it.
create or replace function app.refuse_viewer() returns boolean language plpgsql as $$
begin
  perform app.refuse('WM403', 'as a viewer of this project you can only read and comment; its lead can make you a contributor');
  return false;
end $$;

create or replace function app.attributes_of(type regclass) returns table (name text, type text) language sql stable as $$
  select quote_ident(a.attname), format_type(a.atttypid, a.atttypmod) from pg_attribute a
    where a.attrelid = type and not a.attisdropped order by a.attnum
$$;

-- Makes a composite type, or gives that of an earlier release these attributes; the functions that take it
-- stay.
create or replace procedure app.make_type(name text, attributes text) language plpgsql as $$
declare made regclass := to_regclass('app.' || quote_ident(name)); wanted regclass; change text;
begin
  if made is null then execute format('create type app.%I as (%s)', name, attributes); return; end if;
  execute format('create type pg_temp.wanted as (%s)', attributes);
  wanted := 'pg_temp.wanted';
  if array(select a from app.attributes_of(made) a) <> array(select a from app.attributes_of(wanted) a) then
    select string_agg(x.change, ', ') into change from (
      select 'drop attribute ' || a.name as change from app.attributes_of(made) a
      union all select format('add attribute %s %s', a.name, a.type) from app.attributes_of(wanted) a) x;
    execute format('alter type app.%I %s', name, change);
  end if;
  drop type pg_temp.wanted;
end $$;
call app.make_type('target', 'id uuid, project_id uuid, owner_id uuid, state text');

-- Runs a query of one value, whose parameters are written as `format` has them.
create or replace function app.run(query text, params text[]) returns text language plpgsql as $$
declare answer text;
begin
  execute format(query, variadic params) into answer;
  return answer;
end $$;
