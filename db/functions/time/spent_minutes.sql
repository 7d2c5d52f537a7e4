-- Maintains tasks.spent_minutes, the total time logged on a task. The tasks are locked first, in id order, so
-- that each sum includes everything committed before.
create or replace function app.sync_spent_minutes() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare org uuid := coalesce(new.org_id, old.org_id);
begin
  if coalesce(old.task_id, new.task_id) is null or current_setting('app.purging', true) = 'on' then return null; end if;
  perform 1 from tasks t where t.org_id = org and t.id in (old.task_id, new.task_id) order by t.id for no key update;
  update tasks t set spent_minutes = s.minutes
    from tasks x cross join lateral (select coalesce(round(sum(e.duration_seconds) / 60.0), 0)::int as minutes
      from time_entries e where e.org_id = x.org_id and e.task_id = x.id) s
    where x.org_id = org and x.id in (old.task_id, new.task_id)
      and t.org_id = org and t.id = x.id and t.spent_minutes <> s.minutes;
  return null;
end $$;
create or replace trigger sum_spent after insert or delete on time_entries for each row execute function app.sync_spent_minutes();
create or replace trigger sum_changed_spent after update on time_entries for each row
  when (new.task_id is distinct from old.task_id or new.duration_seconds <> old.duration_seconds)
  execute function app.sync_spent_minutes();
