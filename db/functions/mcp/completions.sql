-- Completions of typed text: values for prompt arguments and resource addresses. Only what the caller may
-- find.

-- Tasks or documents by part of their title. The index matches three letters anywhere, fewer only at the
-- start of a word.
create or replace function app.find_by_title(kind text, typed text) returns table (id uuid, title text)
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare org uuid := org_id(); person uuid := own_id(); level int := app.role_level(); kinds text[] := array[kind]; most int := 1000;
  projects uuid[] := findable_projects(null, false); outside boolean := only_project() is null;
  part text := '%' || regexp_replace(spelled(org, typed), '([\\%_])', '\\\1', 'g') || '%';
  begins tsquery := search_query(org, typed, 'A');
begin
  if length(plain(typed)) > 2 then
    return query select e.entity_id, e.title from findable_entries(org, person, level, projects, outside, false, kinds, null) e
      where e.title <> '' and spelled(e.org_id, e.title) like part limit most;
  else
    return query select e.entity_id, e.title from findable_entries(org, person, level, projects, outside, false, kinds, null) e
      where e.org_id = org and e.words @@ begins limit most;
  end if;
end $$;

-- Task keys: those that start with the text, then those of matching titles. Without text, the latest.
create or replace function app.task_completions(typed text) returns table (value text, fit int, latest timestamptz)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with w as (select upper(typed) as key, folded(typed) as name),
  keyed as (select p.id, p.key from w, projects p where w.key ~ '^[A-Z][A-Z0-9]{0,9}(-[0-9]{0,9})?$' and p.org_id = org_id()
      and p.id = any ((select findable_projects(null, false))::uuid[])
      and case when w.key like '%-%' then p.key = split_part(w.key, '-', 1) else starts_with(p.key, w.key) end
      order by p.key limit 10)
  (select p.key || '-' || t.number, 3, t.updated_at from tasks t join projects p on p.org_id = t.org_id and p.id = t.project_id
    where typed = '' and t.org_id = org_id() and t.deleted_at is null and t.archived_at is null
      and t.project_id = any ((select findable_projects(null, false))::uuid[])
    order by t.updated_at desc nulls last, t.id limit 101)
  union all select p.key || '-' || t.number, case when p.key || '-' || t.number = w.key then 1 else 2 end, t.updated_at
    from w, keyed p, lateral (select o.number, o.updated_at from tasks o where o.org_id = org_id() and o.project_id = p.id
      and o.deleted_at is null and o.archived_at is null and starts_with(o.number::text, split_part(w.key, '-', 2))
      order by o.number::text = split_part(w.key, '-', 2) desc, o.updated_at desc, o.id limit 101) t
  union all select p.key || '-' || t.number, case when starts_with(folded(t.title), w.name) then 3 else 4 end, t.updated_at
    from w, find_by_title('task', typed) f join tasks t on t.org_id = org_id() and t.id = f.id
      join projects p on p.org_id = t.org_id and p.id = t.project_id where typed <> ''
$$;

-- Document ids by title. Without text, the latest.
create or replace function app.document_completions(typed text) returns table (value text, fit int, latest timestamptz)
language sql stable security definer set search_path = public, app, pg_temp as $$
  (select d.id::text, 1, d.updated_at from documents d where typed = '' and d.org_id = org_id() and d.deleted_at is null
      and d.archived_at is null and (d.only_for is null or d.only_for = own_id())
      and case when d.project_id is null then only_project() is null
        else d.project_id = any ((select findable_projects(null, false))::uuid[]) end
    order by d.updated_at desc nulls last, d.id limit 101)
  union all select d.id::text, case when folded(d.title) = folded(typed) then 1 when starts_with(folded(d.title), folded(typed)) then 2 else 3 end,
      d.updated_at from find_by_title('document', typed) f join documents d on d.org_id = org_id() and d.id = f.id
      where typed <> ''
$$;

-- Names of members, or addresses where two have the same name.
create or replace function app.member_completions(part text, typed text) returns table (value text, fit int, latest timestamptz)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with people as (select u.name, folded(u.name) as folded_name, u.email,
    count(*) over (partition by folded(u.name)) as same_name_count
    from organization_members m join users u on u.id = m.user_id where m.org_id = org_id() and m.status = 'active'
      and not m.is_app and (only_project() is null or exists (select from project_members pm
        where pm.org_id = org_id() and pm.project_id = only_project() and pm.user_id = u.id)))
  select case when p.same_name_count > 1 and only_project() is null then p.email else p.name end,
    case when p.folded_name = folded(typed) then 1 when starts_with(p.folded_name, folded(typed)) then 2 else 3 end,
      null::timestamptz
    from people p where p.folded_name like part
$$;

-- At most 101 values, best first. `project` is the key or name of the project whose sprints are completed.
create or replace function app.completions(kind text, typed text, project text) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  with w as (select btrim(typed) as input, folded(btrim(typed)) as name, upper(btrim(typed)) as key,
    '%' || regexp_replace(folded(btrim(typed)), '([\\%_])', '\\\1', 'g') || '%' as part),
  candidates as (
    select p.key as value, case when p.key = w.key then 1 when starts_with(p.key, w.key) then 2
        when starts_with(folded(p.name), w.name) then 3 else 4 end as fit, p.updated_at as latest
      from w, projects p where kind = 'project' and p.org_id = org_id()
        and p.id = any ((select findable_projects(null, false))::uuid[])
        and (starts_with(p.key, w.key) or folded(p.name) like w.part)
    union all select s.name, case when folded(s.name) = w.name then 1 when starts_with(folded(s.name), w.name) then 2 else 3 end,
        case when s.state = 'active' then 'infinity' else s.start_date end
      from w, sprints s where kind = 'sprint' and s.org_id = org_id() and s.deleted_at is null and folded(s.name) like w.part
        and s.project_id = any ((select findable_projects(null, false))::uuid[])
        and (project is null or s.project_id in (select c.id from find_by_name('project', project, null) c
          order by c.fit fetch first row with ties))
    union all select c.* from w, member_completions(w.part, w.input) c where kind = 'member'
    union all select c.* from w, task_completions(w.input) c where kind = 'task'
    union all select c.* from w, document_completions(w.input) c where kind = 'document'),
  best as (select f.value, row_number() over (order by min(f.fit), max(f.latest) desc nulls last, f.value) as place
    from candidates f group by f.value order by place limit 101)
  select coalesce(json_agg(b.value order by b.place), '[]') from best b
$$;
