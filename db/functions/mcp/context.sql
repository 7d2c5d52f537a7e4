-- An assistant's starting context: the projects, running sprints and people of the organization, the caller's
-- own first, and what may be chosen of the kinds of which there are few. Empty if no organization is entered.
create or replace function app.context_json() returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  with visible as materialized (
    select p.id, p.key, p.name, is_project_member(p.id) or p.lead_user_id = user_id() as is_mine, p.updated_at
      from projects p where p.org_id = org_id() and p.deleted_at is null and p.archived_at is null and can_see_project(p.id)),
  listed as (select s.* from visible s order by s.is_mine desc, s.updated_at desc limit 12),
  running as (
    select s.*, p.key, p.is_mine from sprints s join visible p on p.id = s.project_id
      where s.org_id = org_id() and s.state = 'active' and s.deleted_at is null order by p.is_mine desc, s.end_date limit 8),
  people as materialized (
    select u.name, m.role, m.user_id from organization_members m join users u on u.id = m.user_id
      where m.org_id = org_id() and m.status = 'active' and not m.is_app and (only_project() is null or exists (
        select from project_members pm where pm.org_id = org_id() and pm.project_id = only_project() and pm.user_id = u.id)))
  select case when org_id() is null then '{}' else jsonb_build_object(
    'projects', (select coalesce(jsonb_agg(jsonb_build_object('key', s.key, 'name', s.name) order by s.is_mine desc, s.name),
      '[]')
      from listed s),
    'project_count', (select count(*) from visible),
    'running_sprints', (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('project', r.key, 'name', r.name,
      'start', r.start_date, 'end', r.end_date, 'capacity_points', trim_scale(r.capacity_points)))
        order by r.is_mine desc, r.end_date), '[]')
      from running r),
    'people', (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'role', p.role) order by p.name), '[]')
      from (select * from people q order by q.user_id = user_id() desc, q.name limit 15) p),
    'people_count', (select count(*) from people))
    || jsonb_strip_nulls(jsonb_build_object('choices', (select jsonb_object_agg(c.kind, c.names) from (
      select k as kind, (select jsonb_agg(a) from app.all_called(k, '{}') a) as names
        from unnest(array['expense_category', 'tax_rate', 'invoice_series', 'business_calendar', 'pipeline',
          'contract_template']) k) c
      where c.names is not null))) end
$$;
