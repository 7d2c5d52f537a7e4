-- Automations triggered by dates: a task is due soon, or overdue. Days are in the time zone of the project, or else
-- of the organization, and begin at seven in the morning.

create or replace function app.automation_day(zone text, at timestamptz default now()) returns date
language sql stable as $$ select (at at time zone zone - interval '7 hours')::date $$;

-- Tasks for rules to check on a day: open ones in the zone, once per rule and due date.
create or replace function app.day_pairs(org uuid, zone text, today date)
returns table (automation_id uuid, task_id uuid, due_date date) language sql stable as $$
  select a.id, t.id, t.due_date from automations a
    join tasks t on t.org_id = a.org_id and (a.project_id is null or t.project_id = a.project_id)
    join projects p on p.org_id = t.org_id and p.id = t.project_id and p.deleted_at is null and p.archived_at is null
    join organizations o on o.id = t.org_id and coalesce(p.timezone, o.timezone) = zone
  where a.org_id = org and a.is_enabled and a.deleted_at is null and t.deleted_at is null and t.archived_at is null
    and t.status in ('todo', 'in_progress') and case a.trigger->>'event'
      when 'task.due_soon' then t.due_date between today and today + coalesce((a.trigger->'params'->>'days')::int, 1)
      when 'task.overdue' then t.due_date between today - 30 and today - 1 else false end
    and not exists (select from automation_runs r where r.automation_id = a.id and r.task_id = t.id
      and r.due_date = t.due_date)
$$;

-- The rules with tasks to check today: {id: {conditions, action}}.
create or replace function app.day_rules(org uuid, zone text) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select rules_json(org, array(select distinct d.automation_id from day_pairs(org, zone, automation_day(zone)) d))
$$;

-- The daily job schedules each zone's mornings until its next run, where there is work.
create or replace function app.plan_automation_days() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare z record;
begin
  for z in select g.org, g.zone, m.at from (
        select distinct o.id as org, coalesce(p.timezone, o.timezone) as zone from automations a
          join organizations o on o.id = a.org_id and o.deleted_at is null and o.status <> 'suspended'
          join projects p on p.org_id = o.id and p.id = coalesce(a.project_id, p.id) and p.deleted_at is null
        where a.is_enabled and a.deleted_at is null and a.trigger->>'event' in ('task.due_soon', 'task.overdue')) g
      cross join lateral (values (now()), (next_morning(g.zone))) m(at)
      where exists (select from day_pairs(g.org, g.zone, automation_day(g.zone, m.at)))
        and not exists (select from outbox b where b.org_id = g.org and b.topic = 'automate.days' and b.done_at is null
          and b.payload->>'zone' = g.zone and b.available_at <= m.at and (b.available_at > now()) = (m.at > now())) loop
    insert into outbox (org_id, topic, payload, available_at)
      values (z.org, 'automate.days', jsonb_build_object('zone', z.zone), z.at);
  end loop;
end $$;
