-- Automations triggered by dates: a task is due soon, or overdue. Days are in the time zone of the project,
-- or else of the organization, and begin at seven in the morning.

-- Tasks for rules to check on a day: open ones in the zone, once per rule and due date.
create or replace function app.date_rule_tasks(org uuid, zone text, today date)
returns table (automation_id uuid, task_id uuid, due_date date) language sql stable as $$
  select a.id, t.id, t.due_date from automations a
    join tasks t on t.org_id = a.org_id and (a.project_id is null or t.project_id = a.project_id)
    join projects p on p.org_id = t.org_id and p.id = t.project_id and p.deleted_at is null and p.archived_at is null
    join organizations o on o.id = t.org_id and coalesce(p.timezone, o.timezone) = zone
  where a.org_id = org and a.is_enabled and a.deleted_at is null and t.deleted_at is null and t.archived_at is null
    and t.status in ('todo', 'in_progress') and case a.trigger->>'event'
      when 'task.due_soon' then t.due_date between today and today + coalesce((a.trigger->'params'->>'days')::int, 1)
      when 'task.overdue' then t.due_date between today - 30 and today - 1 else false end
    and not exists (select from automation_runs r where r.automation_id = a.id and r.record_id = t.id
      and r.due_date = t.due_date)
$$;

-- The rules with tasks to check today: {id: {conditions, action}}.
create or replace function app.date_rules_today(org uuid, zone text) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select rules_json(org, array(select distinct d.automation_id from date_rule_tasks(org, zone, job_day(zone)) d))
$$;

-- The date-triggered rules of an organization, or of one project; `ahead` is how many days before a date they
-- fire, -1 for those that fire after it.
create or replace function app.date_rules(org uuid, project uuid) returns table (project_id uuid, ahead int)
language sql stable as $$
  select a.project_id, case a.trigger->>'event' when 'task.overdue' then -1
      else coalesce((a.trigger->'params'->>'days')::int, 1) end
    from automations a where a.org_id = org and a.is_enabled and a.deleted_at is null
      and (project is null or a.project_id is null or a.project_id = project)
      and a.trigger->>'event' in ('task.due_soon', 'task.overdue')
$$;

-- When rules first fire for a task's date: at once if their day has come. Null without such a rule.
create or replace function app.date_rules_start(org uuid, project uuid, due date, zone text) returns timestamptz
language sql stable as $$
  select min(case when due - r.ahead > day then app.job_time(zone, due - r.ahead)
      when due >= day or r.ahead < 0 then now() end)
    from app.date_rules(org, project) r, app.job_day(zone) day
$$;

-- When rules next fire in a zone: the next morning if the conditions of some do not hold yet, or the first
-- morning for the upcoming dates.
create or replace function app.next_date_rules_run(org uuid, zone text) returns timestamptz
language sql stable security definer set search_path = public, app, pg_temp as $$
  select job_time(zone, case when exists (select from date_rule_tasks(org, zone, day)) then day + 1 else (
    select min(t.due_date - r.ahead) from date_rules(org, null) r
      join tasks t on t.org_id = org and (r.project_id is null or t.project_id = r.project_id)
        and t.due_date - r.ahead > day and t.deleted_at is null and t.archived_at is null
        and t.status in ('todo', 'in_progress')
      join projects p on p.org_id = org and p.id = t.project_id and p.deleted_at is null and p.archived_at is null
      join organizations o on o.id = org and coalesce(p.timezone, o.timezone) = zone) end)
    from job_day(zone) day
$$;

-- The zones of an organization's date-triggered rules.
create or replace function app.date_rule_zones(org uuid) returns table (zone text) language sql stable as $$
  select distinct coalesce(p.timezone, o.timezone) from app.date_rules(org, null) r
    join organizations o on o.id = org and o.deleted_at is null and o.status <> 'suspended'
    join projects p on p.org_id = org and p.id = coalesce(r.project_id, p.id) and p.deleted_at is null
$$;

-- Each run schedules the next. A new or changed rule starts at once; the daily job schedules missed runs, and
-- those that follow from other changes.
create or replace function app.start_date_rule() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform schedule(new.org_id, 'automate.days', jsonb_build_object('zone', z.zone), now()) from date_rule_zones(new.org_id) z;
  return null;
end $$;
create or replace trigger start_rule_of_days after insert or update of trigger, is_enabled, project_id, conditions, deleted_at
  on automations for each row
  when (new.is_enabled and new.deleted_at is null and new.trigger->>'event' in ('task.due_soon', 'task.overdue'))
  execute function app.start_date_rule();

create or replace function app.daily_automations(org uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select schedule(org, 'automate.days', jsonb_build_object('zone', z.zone),
      case when exists (select from date_rule_tasks(org, z.zone, job_day(z.zone))) then now()
        else next_date_rules_run(org, z.zone) end)
    from date_rule_zones(org) z
    where exists (select from automations a where a.org_id = org and a.is_enabled and a.deleted_at is null)
$$;
