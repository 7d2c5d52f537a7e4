-- What people call things, for tools: keys, names, addresses, `me`, `active`.

-- Candidate rows, best first: 1 by key, address or full name, 2 by part of the name. Kinds that are only
-- found by their whole name say so at their tables: `app.find_called`.
create or replace function app.find_by_name(kind text, input text, project uuid) returns table (id uuid, label text, fit int)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with w as (select btrim(input) as input, folded(btrim(input)) as name, upper(btrim(input)) as key)
  select p.id, p.key || ' (' || p.name || ')', case when p.key = w.key or folded(p.name) = w.name then 1 else 2 end
    from w, projects p where kind = 'project' and p.org_id = org_id() and p.deleted_at is null and can_see_project(p.id)
      and (p.key = w.key or folded(p.name) = w.name or length(w.name) > 2 and starts_with(folded(p.name), w.name)
        or p.id = (select a.project_id from project_key_aliases a where a.org_id = org_id() and a.key = w.key))
  union all select t.id, p.key || '-' || t.number || ' (' || t.title || ')', 1 from w, tasks t join projects p
      on p.org_id = t.org_id and p.id = t.project_id and p.deleted_at is null
    where kind = 'task' and t.org_id = org_id() and t.deleted_at is null and can_see_project(p.id) and t.id = coalesce(
      (select o.id from projects q join tasks o on o.org_id = q.org_id and o.project_id = q.id where q.org_id = org_id()
        and q.deleted_at is null and q.key = split_part(w.key, '-', 1)
        and o.number = case when w.key ~ '^[A-Z][A-Z0-9]{1,9}-[1-9][0-9]{0,8}$' then split_part(w.key, '-', 2)::int end),
      (select a.task_id from task_key_aliases a where a.org_id = org_id() and a.key = w.key))
  union all select u.id, case when only_project() is null then u.name || ' <' || u.email || '>' else u.name end,
      case when w.name = 'me' or folded(u.name) = w.name or lower(u.email) = lower(w.input) then 1 else 2 end
    from w, organization_members m join users u on u.id = m.user_id
    where kind = 'member' and m.org_id = org_id() and m.status = 'active' and case when w.name = 'me' then u.id = user_id()
      when m.is_app then false else folded(u.name) = w.name or w.name = any (string_to_array(folded(u.name), ' '))
        or only_project() is null and lower(u.email) = lower(w.input) end
      and (only_project() is null or exists (select from project_members pm
        where pm.org_id = org_id() and pm.project_id = only_project() and pm.user_id = u.id))
  union all select s.id, s.name || ' (' || p.key || ')', case when s.state = 'active' or folded(s.name) = w.name then 1 else 2 end
    from w, sprints s join projects p on p.org_id = s.org_id and p.id = s.project_id and p.deleted_at is null
    where kind = 'sprint' and s.org_id = org_id() and s.deleted_at is null and can_see_project(p.id)
      and s.project_id = coalesce(project, s.project_id)
      and case when w.name in ('active', 'current', 'running') then s.state = 'active'
        when w.name = 'next' then s.id = (select n.id from sprints n where n.org_id = org_id() and n.project_id = s.project_id
          and n.deleted_at is null and n.state = 'planned' order by n.start_date nulls last, n.number limit 1)
        else folded(s.name) = w.name or w.name = s.number::text end
  union all select d.id, d.title || ' (' || utc(d.updated_at) || ')', case when folded(d.title) = w.name then 1 else 2 end from w, documents d
    where kind = 'document' and d.org_id = org_id() and d.deleted_at is null and can_read_document(d.project_id, d.only_for)
      and (folded(d.title) = w.name or length(w.name) > 3 and strpos(folded(d.title), w.name) > 0)
$$;

-- The same for reminders, whose policy decides who sees them.
create or replace function app.find_reminder(kind text, input text) returns table (id uuid, label text, fit int)
language sql stable as $$
  select r.id, r.title || ' (' || r.status || ')', case r.status when 'scheduled' then 1 else 2 end from reminders r
    where find_reminder.kind = 'reminder' and r.org_id = app.org_id() and r.deleted_at is null
      and app.folded(r.title) = app.folded(btrim(input))
$$;

-- The name of a sprint, column or milestone after the key of its project, as in "WEB Sprint 3", and that
-- project.
create or replace function app.split_project_prefix(kind text, input text, project uuid, out rest text, out place uuid)
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  rest := btrim(input); place := project;
  if kind in ('sprint', 'column', 'milestone') and rest ~* '^[A-Z][A-Z0-9]{1,9} +.' then
    select p.id, btrim(substr(btrim(input), length(p.key) + 1)) into place, rest from projects p where p.org_id = org_id()
      and p.deleted_at is null and can_see_project(p.id) and p.key = upper(split_part(btrim(input), ' ', 1));
    if not found then rest := btrim(input); place := project; end if;
  end if;
end $$;

-- queries: [{kind, said}], with what app.said_times wants of days and moments; context: the arguments of the
-- call, of which project_id and task_id identify the current project. Returns for each of `queries` its ids
-- and labels, at most five, best matches first; for a name that none of few has, all labels without ids.
create or replace function app.resolve_names(queries jsonb, context jsonb) returns json
language plpgsql stable as $$
declare project uuid;
begin
  project := case when context ? 'project_id' then (select c.id from app.find_by_name('project', context->>'project_id', null) c
    order by c.fit limit 1)
    when context ? 'task_id' then (select t.project_id from tasks t where t.org_id = app.org_id() and t.id in (
      select c.id from app.find_by_name('task', context->>'task_id', null) c)) end;
  project := coalesce(project, (select p.id from projects p where p.org_id = app.org_id() and p.id::text = context->>'project_id'
      and app.can_see_project(p.id)),
    (select t.project_id from tasks t where t.org_id = app.org_id() and t.id::text = context->>'task_id'
      and app.can_see_project(t.project_id)));
  return (select coalesce(json_agg(case when w.item->>'kind' in ('day', 'moment') then app.said_times(w.item)
      else (select coalesce(json_agg(json_build_object('id', f.id, 'label', f.label)),
        (select json_agg(json_build_object('id', null, 'label', a))
          from app.all_called(w.item->>'kind', context) a), '[]')
      from (select c.*, min(c.fit) over () as best from app.split_project_prefix(w.item->>'kind', w.item->>'said', project) h
        cross join lateral (select * from app.find_by_name(w.item->>'kind', h.rest, h.place)
          union all select * from app.find_reminder(w.item->>'kind', h.rest)
          union all select * from app.find_share(w.item->>'kind', h.rest, h.place)
          union all select * from app.find_called(w.item->>'kind', h.rest, h.place, context)) c
        order by c.fit, c.label limit 5) f where f.fit = f.best) end order by w.n), '[]')
    from jsonb_array_elements(queries) with ordinality w(item, n));
end $$;
