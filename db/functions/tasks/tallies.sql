-- Visible tasks per project, without counting: each change inserts its difference as a row, so that writers
-- never wait, and now and then a project's rows are folded into one.

create or replace function app.add_to_tally(org uuid, project uuid, difference int) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into task_tallies (org_id, project_id, shown) values (org, project, difference)
$$;

-- Tasks of the project that are neither trashed nor archived.
create or replace function app.current_task_count(project uuid) returns bigint language sql stable as $$
  select coalesce(sum(y.shown), 0)::bigint from task_tallies y where y.org_id = app.org_id() and y.project_id = project
$$;

-- Folds rows that no other transaction is folding.
create or replace function app.fold_tallies(org uuid, project uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  with folded as (delete from task_tallies y using (select o.id from task_tallies o
      where o.org_id = org and o.project_id = project for update skip locked) o
      where y.id = o.id returning y.shown)
  insert into task_tallies (org_id, project_id, shown)
    select org, project, sum(g.shown) from folded g having count(*) > 0
$$;

create or replace function app.tally_new() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into task_tallies (org_id, project_id, shown) select a.org_id, a.project_id, count(*) from added a
    where a.deleted_at is null and a.archived_at is null group by a.org_id, a.project_id;
  perform fold_tallies(a.org_id, a.project_id) from added a where a.number % 100 = 0 group by a.org_id, a.project_id;
  return null;
end $$;
create or replace trigger tally_new after insert on tasks referencing new table as added
  for each statement execute function app.tally_new();

create or replace function app.tally_change() returns trigger language plpgsql as $$
declare was_current boolean := old.deleted_at is null and old.archived_at is null;
  is_current boolean := new.deleted_at is null and new.archived_at is null;
begin
  if was_current then perform app.add_to_tally(old.org_id, old.project_id, -1); end if;
  if is_current then perform app.add_to_tally(new.org_id, new.project_id, 1); end if;
  return null;
end $$;
create or replace trigger tally_change after update of project_id, deleted_at, archived_at on tasks for each row
  when (new.project_id <> old.project_id or (new.deleted_at is null and new.archived_at is null)
    <> (old.deleted_at is null and old.archived_at is null)) execute function app.tally_change();

create or replace function app.tally_gone() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null and old.archived_at is null then
    perform app.add_to_tally(old.org_id, old.project_id, -1);
  end if;
  return null;
end $$;
create or replace trigger tally_gone after delete on tasks for each row execute function app.tally_gone();

-- The daily job folds the rest.
create or replace function app.daily_tallies(org uuid, max_rows int) returns boolean
language sql security definer set search_path = public, app, pg_temp as $$
  with folded as (select fold_tallies(org, split.project_id) from (select y.project_id from task_tallies y
    where y.org_id = org group by y.project_id having count(*) > 1 limit max_rows) split)
  select count(*) = max_rows from folded
$$;

-- Backfill for databases older than tallies.
insert into task_tallies (org_id, project_id, shown)
  select t.org_id, t.project_id, count(*) from tasks t
    where t.deleted_at is null and t.archived_at is null and not exists (select from task_tallies)
    group by t.org_id, t.project_id;

-- A column determines its project, and a project its organization; otherwise the planner multiplies their
-- selectivities, takes the cards of a column for a single row, and reads and sorts all of them.
do $$
begin
  if exists (select from pg_statistic_ext s where s.stxname = 'tasks_place' and s.stxrelid = 'tasks'::regclass)
    then return; end if;
  create statistics tasks_place (dependencies) on org_id, project_id, column_id from tasks;
  if exists (select from tasks) then analyze tasks (org_id, project_id, column_id); end if;
  drop statistics if exists tasks_home;
end $$;

-- Reports use index-only scans, which need pages that vacuum has marked all-visible.
alter table tasks set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
