-- A project's board: its columns and cards. Changing columns takes the board lock exclusively, so that no
-- concurrent status change picks a column by its old status.

create or replace function app.board_lock_key(project uuid) returns bigint language sql immutable as $$
  select hashtextextended('board:' || project::text, 0)
$$;

create or replace function app.lock_board(project uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(app.board_lock_key(project));
  perform 1 from projects p where p.org_id = app.org_id() and p.id = project for no key update;
end $$;

-- Locks for a status change: the board (shared), and the project if a parent or a blocking WIP limit is
-- affected.
create or replace function app.lock_for_status_change(project uuid, has_parent boolean) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(app.board_lock_key(project));
  perform 1 from projects p where p.org_id = app.org_id() and p.id = project
    and (has_parent or p.settings->>'wip_policy' = 'block') for no key update;
end $$;

-- The rank of a column before one, after one, or last.
create or replace function app.column_rank(project uuid, before_id uuid, after_id uuid) returns text language sql as $$
  select app.rank_for_place('board_columns', format('r.project_id = %L', project), null,
    jsonb_build_object('before_id', before_id, 'after_id', after_id))
$$;

create or replace function app.unknown_column_problem(project uuid, field text, requested uuid) returns text
language sql stable as $$
  select field || ': not found in the project' where requested is not null
    and app.status_of_column(app.org_id(), project, requested) is null
$$;

-- Raises 422 if the board has no room for a column, or if the requested place does not exist.
create or replace function app.check_new_column(project uuid, before_id uuid, after_id uuid) returns void
language plpgsql as $$
begin
  perform app.ensure_fields(array[app.unknown_column_problem(project, 'body.before_id', before_id),
    app.unknown_column_problem(project, 'body.after_id', after_id),
    case when (select count(*) from board_columns c where c.org_id = app.org_id() and c.project_id = project) >= 20
      then 'body: a board has at most 20 columns' end]);
end $$;

-- Puts cards without a column into the first one of their status.
create or replace function app.assign_first_column(project uuid, column_status text) returns void language sql as $$
  update tasks t set column_id = app.first_column(t.org_id, project, column_status)
    where t.org_id = app.org_id() and t.project_id = project and t.column_id is null and t.status = column_status
$$;

-- Every status but cancelled needs a column.
create or replace function app.require_other_column(col board_columns) returns void language plpgsql as $$
begin
  perform app.ensure(col.status = 'cancelled' or exists (select from board_columns c where c.org_id = col.org_id
      and c.project_id = col.project_id and c.status = col.status and c.id <> col.id), 'WM409',
    format('%s is the last column of the status %s', col.name, col.status));
end $$;

-- With enforced blockers, a column change must not complete blocked cards.
create or replace function app.require_unblocked_cards(col board_columns, new_status text) returns void
language plpgsql as $$
declare blocked text;
begin
  if new_status <> 'done' or col.status = 'done' then return; end if;
  select string_agg(app.task_key(t.id), ', ' order by t.number) into blocked from tasks t
    join projects p on p.org_id = t.org_id and p.id = t.project_id
    where t.org_id = col.org_id and t.column_id = col.id and t.deleted_at is null and t.archived_at is null
      and t.open_blocker_count > 0 and (p.settings->>'enforce_blockers')::boolean;
  perform app.ensure(blocked is null, 'WM409', 'still blocked: ' || blocked);
end $$;

-- Archived and trashed tasks are not cards: they keep their status and move to another column of it.
create or replace function app.move_hidden_cards(col board_columns) returns void language sql as $$
  update tasks t set column_id = app.first_column(t.org_id, t.project_id, t.status)
    where t.org_id = col.org_id and t.column_id = col.id
      and (t.deleted_at is not null or t.archived_at is not null)
$$;

-- Raises 409 if the column cannot show the status. Stashes how many cards change with it.
create or replace function app.check_column_status(board_column uuid, status text) returns void language plpgsql as $$
declare before board_columns;
begin
  select * into before from board_columns c where c.org_id = app.org_id() and c.id = board_column for update;
  if status = before.status then return; end if;
  perform app.require_other_column(before), app.require_unblocked_cards(before, status),
    app.save_for_answer(json_build_object('moved_tasks', app.card_count(before.id)));
end $$;

-- Applies the new status of a column to all its cards in the same transaction, each with events.
create or replace function app.apply_column_status(board_column uuid) returns void language plpgsql as $$
declare col board_columns;
begin
  select * into col from board_columns c where c.org_id = app.org_id() and c.id = board_column;
  if not app.saved_fields()::jsonb ? 'moved_tasks' then return; end if;
  perform app.move_hidden_cards(col);
  update tasks t set status = col.status where t.org_id = app.org_id() and t.column_id = board_column;
  perform app.assign_first_column(col.project_id, col.status);
end $$;

create or replace function app.card_count(col uuid) returns bigint language sql stable as $$
  select count(*) from tasks t where t.org_id = app.org_id() and t.column_id = col
    and t.deleted_at is null and t.archived_at is null
$$;

-- Deletes a column; cards move to `target`.
create or replace function app.delete_column(column_id uuid, target uuid) returns void language plpgsql as $$
declare before board_columns; target_column board_columns; card_total bigint; policy text;
begin
  select * into before from board_columns c
    where c.org_id = app.org_id() and c.id = delete_column.column_id for update;
  card_total := app.card_count(before.id);
  perform app.ensure_fields(array[app.unknown_column_problem(before.project_id, 'query.move_to', target),
    case when target = before.id then 'query.move_to: the column itself'
      when target is null and card_total > 0 then 'query.move_to: required, the column holds cards' end]);
  select * into target_column from board_columns c where c.org_id = app.org_id() and c.id = target;
  perform app.require_other_column(before), app.require_unblocked_cards(before, target_column.status);
  perform set_config('app.gone_column', before.id::text, true), app.move_hidden_cards(before);
  if card_total > 0 then
    update tasks t set column_id = target where t.org_id = app.org_id() and t.column_id = before.id;
    select p.settings->>'wip_policy' into policy from projects p
      where p.org_id = app.org_id() and p.id = before.project_id;
    perform app.ensure(policy is distinct from 'block' or target_column.wip_limit is null
        or app.card_count(target) <= target_column.wip_limit, 'WM409',
      format('column %s would hold more than %s', target_column.name, target_column.wip_limit));
  end if;
  delete from board_columns c where c.org_id = app.org_id() and c.id = before.id;
end $$;

-- Reorders the columns; `ids` must name each of them once.
create or replace function app.order_columns(project uuid, ids uuid[]) returns void language plpgsql as $$
declare column_id uuid; new_rank text;
begin
  perform app.ensure_fields(array[case when array(select unnest(ids) order by 1) is distinct from array(
      select c.id from board_columns c where c.org_id = app.org_id() and c.project_id = project order by 1)
    then 'body.column_ids: must name every column of the board once' end]);
  foreach column_id in array ids loop
    new_rank := app.rank_between(new_rank, null);
    update board_columns c set rank = new_rank where c.org_id = app.org_id() and c.id = column_id and c.rank <> new_rank;
  end loop;
end $$;

-- The nearest epic at or above each live task of a project: {task: epic}. Level by level, one scan each; a
-- recursive join, whose rows the planner cannot estimate, was quadratic in large projects.
create or replace function app.epics_of(project uuid) returns jsonb language plpgsql stable as $$
declare map jsonb; frontier jsonb;
begin
  select coalesce(jsonb_object_agg(t.id, t.id), '{}') into map from tasks t
    where t.org_id = app.org_id() and t.project_id = project and t.deleted_at is null and t.type = 'epic';
  frontier := map;
  while frontier <> '{}' loop
    select coalesce(jsonb_object_agg(t.id, frontier->>t.parent_id::text), '{}') into frontier from tasks t
      where t.org_id = app.org_id() and t.project_id = project and t.deleted_at is null and t.type <> 'epic'
        and t.parent_id is not null and frontier ? t.parent_id::text;
    map := map || frontier;
  end loop;
  return map;
end $$;

-- Tasks as cards. Time in column counts from the last move, or creation; open work is ageing after three
-- days, stale after seven. `offset 0` keeps that moment from being looked up once for each use of it, and
-- tasks from being looked for by way of their project, which has thousands more.
create or replace function app.board_cards(ids uuid[]) returns table (id uuid, card json)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare today date := app.own_today();
begin
  return query select t.id, row_to_json(x) from unnest(ids) i(id)
    cross join lateral (select t.* from tasks t where t.org_id = app.org_id() and t.id = i.id offset 0) t
    join projects p on p.org_id = t.org_id and p.id = t.project_id
    cross join lateral (select coalesce((select e.created_at from task_events e where e.org_id = t.org_id
      and e.task_id = t.id and e.field = 'column_id' order by e.id desc limit 1), t.created_at)
      offset 0) m(since)
    cross join lateral (select floor(extract(epoch from now() - m.since) / 86400)::int) d(days)
    cross join lateral (select t.id, p.key || '-' || t.number as key, t.title, t.status, t.type, t.priority,
      (select json_build_object('user_id', u.id, 'name', u.name) from users u where u.id = t.assignee_id) as assignee,
      (select json_build_object('id', o.id, 'key', p.key || '-' || o.number, 'title', o.title) from tasks o
        where o.org_id = t.org_id and o.id = t.parent_id) as parent,
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color)
          order by app.folded(g.name), g.id), '[]')
        from task_tags tt join tags g on g.org_id = tt.org_id and g.id = tt.tag_id and g.deleted_at is null
        where tt.org_id = t.org_id and tt.task_id = t.id) as tags,
      trim_scale(t.estimate_points) as estimate_points, t.due_date,
      coalesce(t.due_date < today and t.status in ('todo', 'in_progress'), false) as is_overdue,
      t.open_blocker_count > 0 as is_blocked, t.external_source as origin,
      json_build_object('comments', t.comment_count, 'attachments', t.attachment_count, 'subtasks', t.child_count,
        'subtasks_done', t.done_child_count) as counts,
      json_build_object('since', app.utc(m.since), 'days', d.days, 'ageing', case
        when t.column_id is null or t.status not in ('todo', 'in_progress') then null
        when d.days < 3 then 'fresh' when d.days < 7 then 'ageing' else 'stale' end) as in_column) x;
end $$;
