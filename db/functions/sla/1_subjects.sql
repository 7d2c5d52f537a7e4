-- What policies and clocks need to know about their subject: one row per metric. The standing says whether a
-- clock is open, met or cancelled, and `began_at` when it started.

call app.make_type('sla_subject', 'org_id uuid, kind text, id uuid, project_id uuid, client_id uuid,
  type text, priority text, tags text[], status text, metric text, standing text, began_at timestamptz');

-- Tasks: resolution, met when they are done, cancelled when they are cancelled or in the trash. `offset 0`
-- keeps the lookups by id (see app.tasks_json).
create or replace function app.sla_tasks(ids uuid[]) returns setof app.sla_subject language sql stable as $$
  select t.org_id, 'task', t.id, t.project_id, p.client_id, t.type, t.priority,
      array(select app.folded(g.name) from task_tags x join tags g on g.org_id = x.org_id and g.id = x.tag_id
        where x.org_id = t.org_id and x.task_id = t.id and g.deleted_at is null), t.status, 'resolution',
      case when t.deleted_at is not null or t.status = 'cancelled' then 'cancelled' when t.status = 'done' then 'met'
        else 'open' end,
      t.created_at
    from (select distinct unnest(ids) as id) i
      cross join lateral (select * from tasks t where t.org_id = app.org_id() and t.id = i.id offset 0) t
      join projects p on p.org_id = t.org_id and p.id = t.project_id
    order by t.id
$$;

-- Tickets: the first response, the next response to each further customer message, and resolution. Responses
-- to a ticket that is resolved or merged unanswered are cancelled.
create or replace function app.sla_tickets(ids uuid[]) returns setof app.sla_subject language sql stable as $$
  select t.org_id, 'ticket', t.id, null::uuid, t.client_id, t.type, t.priority,
      array(select app.folded(g) from unnest(t.tags) g), t.status, m.metric, m.standing, m.began_at
    from (select distinct unnest(ids) as id) i
      cross join lateral (select * from tickets t where t.org_id = app.org_id() and t.id = i.id offset 0) t
      cross join lateral (select t.merged_into_id is not null or t.status in ('resolved', 'closed')) o(over)
      cross join lateral (values
        (1, 'resolution', case when t.merged_into_id is not null then 'cancelled' when o.over then 'met' else 'open' end,
          t.created_at),
        (2, 'first_response', case when t.first_response_at is not null then 'met' when o.over or t.waiting_since is null
          then 'cancelled' else 'open' end, t.created_at),
        (3, 'next_response', case when t.first_response_at is null or o.over then 'cancelled' when t.waiting_since is not null
          then 'open'
          else 'met' end, t.waiting_since)) m(place, metric, standing, began_at)
    order by t.id, m.place
$$;
