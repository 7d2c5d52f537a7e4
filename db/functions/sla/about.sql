-- What policies and clocks need to know of what they measure.

do $$ begin
  if not exists (select from pg_type where typname = 'sla_subject' and typnamespace = 'app'::regnamespace) then
    create type app.sla_subject as (org_id uuid, kind text, id uuid, project_id uuid, client_id uuid, type text, priority text,
      tags text[], status text, standing text, created_at timestamptz);
  end if;
end $$;

-- Of tasks. Their standing: open, met once they are done, cancelled once they are, or are
-- in the trash.
create or replace function app.sla_tasks(ids uuid[]) returns setof app.sla_subject language sql stable as $$
  select t.org_id, 'task', t.id, t.project_id, p.client_id, t.type, t.priority,
      array(select app.folded(g.name) from task_tags x join tags g on g.org_id = x.org_id and g.id = x.tag_id
        where x.org_id = t.org_id and x.task_id = t.id and g.deleted_at is null), t.status,
      case when t.deleted_at is not null or t.status = 'cancelled' then 'cancelled' when t.status = 'done' then 'met' else 'open' end,
      t.created_at
    from tasks t join projects p on p.org_id = t.org_id and p.id = t.project_id
    where t.org_id = app.org_id() and t.id = any (ids) order by t.id
$$;
