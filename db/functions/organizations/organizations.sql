-- The caller's organizations with counters, in one grouped query; cross-tenant, by membership.
create or replace function app.my_organizations(page_limit int, page_offset int, deleted boolean)
returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  with memberships as (
    select m.org_id as id, m.name, m.slug, m.role, m.status from memberships_of(user_id()) m
    where case when deleted then m.role = 'owner' and m.status = 'pending_deletion' else m.active end
      and (key_id() is null or m.org_id = app.org_id()) and can_reach_organization(m.org_id)),
  page as (select * from memberships order by folded(name), id limit page_limit offset page_offset),
  visible_projects as (
    select p.org_id, p.id from projects p join page on page.id = p.org_id
    where p.deleted_at is null and (only_project() is null or p.id = only_project())
      and (p.visibility = 'organization' or level_of(page.role) >= 40 or exists (
        select from project_members pm where pm.project_id = p.id and pm.user_id = user_id()))),
  people as (
    select org_id, count(*) as n from organization_members
    where status = 'active' and not is_app and org_id in (select id from page) group by org_id),
  projects_of as (select org_id, count(*) as n from visible_projects group by org_id),
  open_tasks as (
    select t.org_id, count(*) as n from tasks t join visible_projects on visible_projects.id = t.project_id
    where t.deleted_at is null and t.status in ('todo', 'in_progress') group by t.org_id)
  select json_build_object(
    'items', coalesce((select json_agg(jsonb_build_object(
        'id', p.id, 'name', p.name, 'slug', p.slug, 'role', p.role, 'status', p.status,
        'counters', json_build_object('members', people.n, 'projects', coalesce(projects_of.n, 0),
          'open_tasks', coalesce(open_tasks.n, 0)))
          || case when deleted then jsonb_build_object('purge_after', (select utc(o.purge_after)
            from organizations o where o.id = p.id)) else '{}' end
        order by folded(p.name), p.id)
      from page p join people on people.org_id = p.id left join projects_of on projects_of.org_id = p.id
      left join open_tasks on open_tasks.org_id = p.id), '[]'::json),
    'total', (select count(*) from memberships), 'limit', page_limit, 'offset', page_offset)
$$;

create or replace function app.slug_of(name text) returns text language sql stable
set search_path = public, app, pg_temp as $$
  select case when length(base) < 3 then trim(both '-' from base || '-org') else base end
  from (select trim(both '-' from left(trim(both '-' from
    regexp_replace(lower(unaccent(name)), '[^a-z0-9]+', '-', 'g')), 40)) as base) made
$$;

-- Creates an organization owned by the caller and enters it, so that later statements see it.
create or replace function app.create_organization(new_id uuid, name text, requested_slug text, timezone text, country text,
  currency text, reserved text[], home text default null) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform set_config('app.org_id', new_id::text, true), set_config('app.rank', '50', true);
  loop
    insert into organizations (id, name, slug, timezone, country, currency, home)
      values (new_id, name, coalesce(requested_slug, free_slug(slug_of(name), reserved)), coalesce(timezone, 'UTC'), country,
        coalesce(currency, 'EUR'), home)
      on conflict (slug) do nothing;
    exit when found;
    -- A generated slug was taken concurrently: try the next.
    if requested_slug is not null then perform refuse('WM409', 'this slug is taken'); end if;
  end loop;
  insert into organization_members (org_id, user_id, role) values (new_id, user_id(), 'owner');
end $$;

create or replace function app.keep_home() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'WM409',
    message = 'the home of an organization never changes: its files are stored under it';
end $$;
create or replace trigger keep_home before update of home on organizations for each row
  when (new.home is distinct from old.home) execute function app.keep_home();

-- The folder of an organization in file storage, whose prefix is its home.
create or replace function app.folder_of(org uuid) returns text
language sql stable set search_path = public, pg_temp as $$
  select coalesce((select o.home || '/' from organizations o where o.id = org), '') || org
$$;

-- Tells the owners that the organization is deleted, with the page on which they can take that back.
create or replace function app.mail_deletion() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare o organizations; owner uuid;
begin
  select * into o from organizations x where x.id = org_id();
  for owner in select m.user_id from organization_members m where m.org_id = o.id and m.role = 'owner'
      and m.status = 'active' order by m.user_id loop
    perform queue_mail('organization_deleted', owner, null, jsonb_build_object('org_id', o.id,
      'organization', o.name, 'until', utc(o.purge_after), 'page', '/deleted-organizations/' || o.id));
  end loop;
end $$;

-- Undoes a deletion. The slug is restored too, with a suffix if it was taken meanwhile.
create or replace function app.restore_organization() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare target organizations;
begin
  select * into target from organizations where id = org_id() for update;
  if target.deleted_at is null then
    perform refuse('WM409', 'the organization is not scheduled for deletion');
  end if;
  if target.purge_after <= now() then perform refuse('WM409', 'the time to restore it has passed'); end if;
  loop
    begin
      update organizations set status = 'active', deleted_at = null, purge_after = null,
        slug = free_slug(regexp_replace(target.slug, '--[0-9]+$', ''), '{}') where id = target.id;
      return;
    exception when unique_violation then null;
    end;
  end loop;
end $$;

-- Removes a member. Open tasks, including hidden ones, go to the successor if they may open the project, else
-- become unassigned; what else the person holds is handed over too. Authorship is kept. Tasks that are there
-- and tasks in the trash are found by an index each.
create or replace function app.remove_member(person uuid, successor uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare org uuid := org_id();
begin
  update tasks t set updated_by = user_id(), assignee_id = (
      select m.user_id from organization_members m join projects p on p.org_id = m.org_id
      where m.org_id = org and m.user_id = successor and p.id = t.project_id
        and (p.visibility = 'organization' or level_of(m.role) >= 40 or exists (
          select from project_members pm
          where pm.org_id = org and pm.project_id = p.id and pm.user_id = successor)))
    where t.org_id = org and t.assignee_id = person and t.status in ('todo', 'in_progress')
      and t.id = any (array(
        select x.id from tasks x where x.org_id = org and x.assignee_id = person and x.deleted_at is null
          and x.status in ('todo', 'in_progress')
        union all select x.id from tasks x where x.org_id = org and x.assignee_id = person
          and x.deleted_at is not null));
  perform hand_over(person, successor);
  perform unlink_employee(person);
  update projects set lead_user_id = null where org_id = org and lead_user_id = person;
  update projects set settings = settings - 'default_assignee_id'
    where org_id = org and settings->>'default_assignee_id' = person::text;
  delete from project_members where org_id = org and user_id = person;
  delete from task_watchers where org_id = org and user_id = person;
  perform erase_notifications_of(org, person);
  delete from desktop_states where org_id = org and user_id = person;
  update api_keys set revoked_at = now() where org_id = org and user_id = person and revoked_at is null;
  delete from organization_members where org_id = org and user_id = person;
end $$;
