-- What operators see of tenants: names and counts, never content. Row-level security still binds the service
-- role; each function checks that the caller is an operator. Task counts come from the tallies.

create or replace function app.platform_search_pattern(q text) returns text language sql immutable as $$
  select app.plain('%' || regexp_replace(q, '([\\%_])', '\\\1', 'g') || '%')
$$;

-- Tasks neither trashed nor archived, per organization and untrashed project.
create or replace function app.platform_tasks()
returns table (org_id uuid, project_id uuid, n bigint)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select y.org_id, y.project_id, sum(y.shown)::bigint from task_tallies y
    join projects p on p.org_id = y.org_id and p.id = y.project_id and p.deleted_at is null
    where operator_id() is not null group by y.org_id, y.project_id
$$;

create or replace function app.platform_overview() returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object(
    'organizations', (select json_build_object('total', count(*), 'active', count(*) filter (where o.status = 'active'),
      'suspended', count(*) filter (where o.status = 'suspended'),
      'pending_deletion', count(*) filter (where o.status = 'pending_deletion')) from organizations o),
    'users', (select json_build_object('total', count(*), 'locked', count(*) filter (where u.status = 'locked'))
      from users u),
    'active_7d', (select count(*) from (
      select m.user_id from organization_members m where m.last_seen_at > now() - interval '7 days'
      union select s.user_id from sessions s where s.updated_at > now() - interval '7 days') seen),
    'projects', (select count(*) from projects p where p.deleted_at is null),
    'tasks', (select coalesce(sum(t.n), 0) from platform_tasks() t),
    'storage_bytes', (select coalesce(sum(o.size_bytes), 0) from attachment_objects o where o.unreferenced_at is null),
    'impersonations', (select count(*) from impersonation_sessions i
      where i.status = 'active' and i.session_expires_at > now()),
    'mrr', (select json_build_object('amount_minor', m.amount, 'currency', m.currency) from (
      select p.currency, sum(round(p.amount_minor * s.quantity
          / case p.interval when 'year' then 12.0 else 1 end))::bigint as amount
        from subscriptions s join billing_plans p on p.key = s.plan_key and p.version = s.plan_version
        where s.ended_at is null and not s.is_duplicate and s.status in ('active', 'past_due')
        group by p.currency order by amount desc, p.currency limit 1) m))
  where operator_id() is not null
$$;

create or replace function app.platform_organizations(q text, statuses text[], plans text[])
returns table (id uuid, name text, slug text, status text, plan text, members bigint, projects bigint, tasks bigint,
  created_at timestamptz, suspended_at timestamptz)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with people as (select m.org_id, count(*) as n from organization_members m
    where m.status = 'active' and not m.is_app group by m.org_id),
  project_totals as (select p.org_id, count(*) as n from projects p where p.deleted_at is null group by p.org_id),
  work as (select t.org_id, sum(t.n)::bigint as n from platform_tasks() t group by t.org_id)
  select o.id, o.name, o.slug, o.status, o.plan, coalesce(people.n, 0), coalesce(project_totals.n, 0), coalesce(work.n, 0),
      o.created_at, o.suspended_at
    from organizations o left join people on people.org_id = o.id left join project_totals on project_totals.org_id = o.id
      left join work on work.org_id = o.id
    where operator_id() is not null and (statuses is null or o.status = any (statuses))
      and (plans is null or o.plan = any (plans))
      and (q is null or plain(o.name) like platform_search_pattern(q) or plain(o.slug) like platform_search_pattern(q)
        or o.id::text = lower(q)
        or exists (select from organization_members m join users u on u.id = m.user_id
          where m.org_id = o.id and m.role = 'owner' and plain(u.email) like platform_search_pattern(q)))
$$;

-- One organization with its usage and members, highest role first.
create or replace function app.platform_organization(org uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('id', o.id, 'name', o.name, 'slug', o.slug, 'status', o.status, 'plan', o.plan,
      'requests_per_minute', o.requests_per_minute, 'rows_per_minute', o.rows_per_minute,
      'timezone', o.timezone, 'country', o.country, 'created_at', utc(o.created_at), 'suspended_at', utc(o.suspended_at),
      'purge_after', utc(o.purge_after),
      'usage', json_build_object(
        'members', (select count(*) from organization_members m where m.org_id = org and m.status = 'active'
          and not m.is_app),
        'projects', (select count(*) from projects p where p.org_id = org and p.deleted_at is null),
        'tasks', (select coalesce(sum(t.n), 0) from platform_tasks() t where t.org_id = org),
        'storage_bytes', (select coalesce(sum(f.size_bytes), 0) from attachment_objects f
          where f.org_id = org and f.unreferenced_at is null),
        'api_keys', (select count(*) from api_keys k where k.org_id = org and k.revoked_at is null
          and k.token_hash is not null),
        'automations', (select count(*) from automations a where a.org_id = org and a.deleted_at is null)),
      'members', (select coalesce(json_agg(x.one order by x.rank desc, x.name, x.user_id), '[]') from (
        select json_build_object('user_id', u.id, 'name', u.name, 'email', u.email, 'role', m.role, 'status', m.status,
            'joined_at', utc(m.joined_at), 'last_seen_at', utc(m.last_seen_at)) as one,
            level_of(m.role) as rank, u.name, m.user_id
          from organization_members m join users u on u.id = m.user_id where m.org_id = org and not m.is_app
          order by level_of(m.role) desc, u.name, m.user_id limit 200) x))
    from organizations o where o.id = org and operator_id() is not null
$$;

create or replace function app.platform_users(q text, statuses text[])
returns table (user_id uuid, name text, email text, status text, email_verified boolean, second_factor boolean,
  is_operator boolean,
  organizations bigint, created_at timestamptz, last_seen_at timestamptz)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with memberships as (select m.user_id, count(*) as n, max(m.last_seen_at) as last_seen from organization_members m
      where m.status = 'active' group by m.user_id),
  visits as (select s.user_id, max(s.updated_at) as last_seen from sessions s group by s.user_id)
  select u.id, u.name, u.email, u.status, u.email_verified_at is not null, u.second_factor,
      exists (select from platform_admins p where p.user_id = u.id and p.revoked_at is null),
      coalesce(memberships.n, 0), u.created_at, greatest(memberships.last_seen, visits.last_seen)
    from users u left join memberships on memberships.user_id = u.id left join visits on visits.user_id = u.id
    where operator_id() is not null and u.email not like '%@apps.invalid'
      and (statuses is null or u.status = any (statuses))
      and (q is null or plain(u.name) like platform_search_pattern(q) or plain(u.email) like platform_search_pattern(q)
        or u.id::text = lower(q))
$$;

create or replace function app.platform_user(person uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('user_id', u.id, 'name', u.name, 'email', u.email, 'status', u.status,
      'email_verified', u.email_verified_at is not null, 'is_operator', is_operator(u.id),
      'second_factor', u.second_factor, 'created_at', utc(u.created_at),
      'sessions', (select count(*) from sessions s where s.user_id = u.id and s.revoked_at is null and s.expires_at > now()),
      'api_keys', (select count(*) from api_keys k where k.user_id = u.id and k.revoked_at is null and k.token_hash is not null
        and (k.expires_at is null or k.expires_at > now())),
      'applications', (select count(*) from oauth_authorizations a where a.user_id = u.id and a.revoked_at is null),
      'memberships', (select coalesce(json_agg(json_build_object(
          'organization', json_build_object('id', o.id, 'name', o.name, 'slug', o.slug, 'status', o.status),
          'role', m.role, 'status', m.status, 'joined_at', utc(m.joined_at), 'last_seen_at', utc(m.last_seen_at))
          order by app.folded(o.name), o.id), '[]')
        from organization_members m join organizations o on o.id = m.org_id where m.user_id = u.id))
    from users u where u.id = person and operator_id() is not null
$$;

create or replace function app.platform_projects(q text, org uuid)
returns table (id uuid, key text, name text, organization json, organization_name text, status text, is_archived boolean,
  members bigint, tasks bigint, created_at timestamptz)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with people as (select m.project_id, count(*) as n from project_members m group by m.project_id)
  select p.id, p.key, p.name, json_build_object('id', o.id, 'name', o.name, 'slug', o.slug), o.name, p.status,
      p.archived_at is not null, coalesce(people.n, 0), coalesce(t.n, 0), p.created_at
    from projects p join organizations o on o.id = p.org_id left join people on people.project_id = p.id
      left join platform_tasks() t on t.project_id = p.id
    where operator_id() is not null and p.deleted_at is null and (org is null or p.org_id = org)
      and (q is null or plain(p.name) like platform_search_pattern(q) or plain(p.key) like platform_search_pattern(q))
$$;

-- Each organization's subscription. Of one without, the status follows the organization's.
create or replace function app.platform_subscriptions(statuses text[])
returns table (id uuid, organization json, organization_name text, plan text, status text)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select s.* from (select o.id, json_build_object('id', o.id, 'name', o.name, 'slug', o.slug), o.name::text, o.plan,
      case when o.status = 'suspended' then 'paused' when o.status = 'pending_deletion' then 'canceled'
        when b.status in ('paused', 'unpaid', 'incomplete') then 'paused'
        when b.status in ('canceled', 'incomplete_expired') then 'canceled' else 'active' end as status
    from organizations o left join subscriptions b on b.org_id = o.id and b.ended_at is null
      and not b.is_duplicate) s
    where operator_id() is not null and (statuses is null or s.status = any (statuses))
$$;

create or replace function app.platform_impersonations(statuses text[], impersonation uuid)
returns table (id uuid, operator json, "user" json, organization json, reason text, status text, created_at timestamptz,
  token_expires_at timestamptz, activated_at timestamptz, session_expires_at timestamptz, ended_at timestamptz,
  end_via text)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select i.id, json_build_object('user_id', a.id, 'name', a.name), json_build_object('user_id', u.id, 'name', u.name,
      'email', u.email), case when o.id is not null then json_build_object('id', o.id, 'name', o.name, 'slug', o.slug) end,
      i.reason, i.effective, i.created_at, i.token_expires_at, i.activated_at, i.session_expires_at, i.ended_at,
      i.end_via
    from (select s.*, case when s.status = 'issued' and s.token_expires_at <= now() then 'expired'
        when s.status = 'active' and s.session_expires_at <= now() then 'expired' else s.status end as effective
      from impersonation_sessions s) i
      join users a on a.id = i.admin_user_id join users u on u.id = i.target_user_id
      left join organizations o on o.id = i.target_org_id
    where operator_id() is not null and (statuses is null or i.effective = any (statuses))
      and i.id = coalesce(impersonation, i.id)
$$;

-- For owners: when operators impersonated somebody who was a member at the time.
create or replace function app.support_impersonations()
returns table (id uuid, reason text, started_at timestamptz, ended_at timestamptz)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select i.id, i.reason, i.activated_at,
      coalesce(i.ended_at, case when i.session_expires_at <= now() then i.session_expires_at end)
    from impersonation_sessions i
    where i.activated_at is not null and (i.target_org_id = org_id() or (i.target_org_id is null
      and exists (select from organization_members m where m.org_id = org_id() and m.user_id = i.target_user_id
        and m.joined_at < coalesce(i.ended_at, i.session_expires_at))))
$$;
