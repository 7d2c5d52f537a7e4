-- Task filters in SQL, for figures that are one number whoever reads them: days are those of the
-- organization, and what is personal (@me, is_watched_by_me) finds nothing. The meaning is that of
-- src/shared/filter/compile.ts, with which a test compares it.

-- How a field of tasks (x) is read: its kind, the column or condition, the rows {id, name} that ids are of,
-- and sets that tokens stand for.
create or replace function app.figure_field(field text, out kind text, out reads text, out referent text,
  out token text) language sql immutable as $$
  select f.kind, f.reads, f.referent, f.token from (values
    ('status', 'enum', 'x.status', null, null), ('priority', 'enum', 'x.priority', null, null),
    ('type', 'enum', 'x.type', null, null),
    ('assignee_id', 'id', 'x.assignee_id', 'members', null), ('reporter_id', 'id', 'x.reporter_id', 'members',
      null),
    ('project_id', 'id', 'x.project_id', 'projects', null),
    ('sprint_id', 'id', 'x.sprint_id', 'sprints', '@active_sprint'),
    ('milestone_id', 'id', 'x.milestone_id', 'milestones', null), ('parent_id', 'id', 'x.parent_id', 'tasks',
      null),
    ('column_id', 'id', 'x.column_id', 'board_columns', null), ('tag_id', 'id', 'tag', 'tags', null),
    ('title', 'text', 'x.title', null, null), ('text', 'text', 'x.title', null, null),
    ('key', 'text', '(select p.key || ''-'' || x.number from projects p where p.org_id = x.org_id'
      || ' and p.id = x.project_id)', null, null),
    ('number', 'number', 'x.number', null, null), ('estimate_points', 'number', 'x.estimate_points', null,
      null),
    ('estimate_minutes', 'number', 'x.estimate_minutes', null, null),
    ('spent_minutes', 'number', 'x.spent_minutes', null, null),
    ('progress_percent', 'number', 'x.progress_percent', null, null),
    ('reopen_count', 'number', 'x.reopen_count', null, null),
    ('start_date', 'day', 'x.start_date', null, null), ('due_date', 'day', 'x.due_date', null, null),
    ('created_at', 'moment', 'x.created_at', null, null), ('updated_at', 'moment', 'x.updated_at', null,
      null),
    ('completed_at', 'moment', 'x.completed_at', null, null), ('started_at', 'moment', 'x.started_at', null,
      null),
    ('is_overdue', 'predicate', 'x.due_date < app.org_today() and x.status in (''todo'', ''in_progress'')',
      null, null),
    ('is_blocked', 'predicate', 'x.open_blocker_count > 0', null, null),
    ('is_blocking', 'predicate',
      'x.status in (''todo'', ''in_progress'') and exists (select from task_dependencies d'
      || ' join tasks w on w.org_id = d.org_id and w.id = d.to_task_id where d.org_id = x.org_id'
      || ' and d.from_task_id = x.id and d.type = ''blocks'' and w.status in (''todo'', ''in_progress'')'
      || ' and w.deleted_at is null)', null, null),
    ('has_children', 'predicate', 'x.child_count > 0', null, null),
    ('is_subtask', 'predicate', 'x.parent_id is not null', null, null),
    ('is_archived', 'predicate',
      'x.archived_at is not null or exists (select from projects p where p.org_id = x.org_id'
      || ' and p.id = x.project_id and p.archived_at is not null)', null, null),
    ('is_watched_by_me', 'predicate', 'false', null, null),
    ('has_attachments', 'predicate', 'x.attachment_count > 0', null, null),
    ('is_recurring', 'predicate', 'x.rrule is not null', null, null),
    ('in_active_sprint', 'predicate',
      'x.sprint_id in (select s.id from sprints s where s.org_id = app.org_id()'
      || ' and s.state = ''active'')', null, null))
    f(field, kind, reads, referent, token) where f.field = figure_field.field
$$;

-- What ids and names of a field are of: the rows {id, name} of a table.
create or replace function app.figure_rows(referent text) returns text language sql immutable as $$
  select case referent
    when 'members' then 'select m.user_id as id, app.folded(u.name) as name from organization_members m'
      || ' join users u on u.id = m.user_id where m.org_id = app.org_id()'
    when 'projects' then 'select p.id, app.folded(p.key) as name from projects p'
      || ' where p.org_id = app.org_id() and p.deleted_at is null'
    when 'tasks' then 'select t.id, app.folded(p.key || ''-'' || t.number) as name from tasks t'
      || ' join projects p on p.org_id = t.org_id and p.id = t.project_id where t.org_id = app.org_id()'
      || ' and t.deleted_at is null'
    when 'board_columns' then 'select c.id, app.folded(c.name) as name from board_columns c'
      || ' where c.org_id = app.org_id()'
    when 'sprints' then 'select s.id, null::text as name from sprints s where s.org_id = app.org_id()'
      || ' and s.deleted_at is null'
    else format('select r.id, app.folded(r.name) as name from %I r where r.org_id = app.org_id()'
      || ' and r.deleted_at is null', referent) end
$$;

-- A day of a filter: as it is, a token, or so long before or after today.
create or replace function app.figure_day(value text) returns date language sql stable as $$
  select case when value in ('@today', '@now') then d.today
    when value = '@week_start' then d.today - (extract(isodow from d.today)::int - d.week_start + 7) % 7
    when value = '@month_start' then date_trunc('month', d.today)::date
    when value ~ '^@[a-z]+day$' then d.today + 1 + (array_position('{mon,tue,wed,thu,fri,sat,sun}'::text[],
      substr(value, 2, 3)) + 6 - extract(isodow from d.today)::int) % 7
    when value ~ '^-P' then (d.today - substr(value, 2)::interval)::date
    when value ~ '^P' then (d.today + value::interval)::date
    else value::date end
  from (select app.today(o.timezone) as today, o.week_start from organizations o where o.id = app.org_id()) d
$$;

-- What a value of a filter names in time: a moment (until is null), or a whole day in the organization's
-- zone.
create or replace function app.figure_span(value text, out since timestamptz, out until timestamptz)
language plpgsql stable as $$
declare zone text; day date;
begin
  if value = '@now' then since := now();
  elsif value ~ '^-P.*T' then since := now() - substr(value, 2)::interval;
  elsif value ~ '^P.*T' then since := now() + value::interval;
  elsif value ~ '^\d.*T' then since := value::timestamptz;
  else
    select o.timezone into zone from organizations o where o.id = app.org_id();
    day := app.figure_day(value);
    since := day::timestamp at time zone zone;
    until := (day + 1)::timestamp at time zone zone;
  end if;
end $$;

create or replace function app.figure_moment(reads text, sign text, value text) returns text
language sql stable as $$
  select case when s.until is null then format('%s %s %L::timestamptz', reads, sign, s.since)
    when sign = '=' then format('(%1$s >= %2$L::timestamptz and %1$s < %3$L::timestamptz)', reads, s.since,
      s.until)
    when sign in ('<', '>=') then format('%s %s %L::timestamptz', reads, sign, s.since)
    else format('%s %s %L::timestamptz', reads, case sign when '<=' then '<' else '>=' end, s.until) end
  from app.figure_span(value) s
$$;

-- The condition that an id is among values: ids, #names, or the running sprints.
create or replace function app.figure_among(id text, referent text, token text, wanted text[]) returns text
language sql immutable as $$
  select concat('(', coalesce(string_agg(v.holds, ' or '), 'false'), ')') from (
    select case when w.value ~ '^#' then
      format('%s in (select k.id from (%s) k where k.name = app.folded(%L))', id,
        app.figure_rows(referent), substr(w.value, 2))
      when w.value = token then format('%s in (select s.id from sprints s where s.org_id = app.org_id()'
        || ' and s.state = ''active'')', id)
      when w.value like '@%' then 'false'
      else format('%s in (select k.id from (%s) k where k.id = %L)', id, app.figure_rows(referent), w.value)
      end as holds from unnest(wanted) w(value)) v
$$;
