-- Key results: what may be said of each type, and its binding to what is computed.

-- The problems of a key result as it is written, at a place in the body; `sent` is what the caller sent of
-- it.
create or replace function app.key_result_problems(k okr_key_results, sent jsonb, path text) returns text[]
language sql stable as $$
  select array_agg(format('%s.%s: %s', path, p.field, p.problem)) from (
    select r.field, r.problem from app.range_problems(k, sent) r
    union all select 'currency', case when k.metric_type = 'currency' then case when k.currency is null
      then 'required for currency' end when k.currency is not null then 'only for currency' end
    union all select 'unit', case when k.unit is not null and k.metric_type not in ('number', 'bi')
      then 'only for number' end
    union all select 'filter', case when k.metric_type <> 'tasks' then
        case when k.filter is not null then 'only for tasks' end
      when k.filter is null and k.filter_id is null then 'send filter_id or filter'
      when k.filter is not null and k.filter_id is not null then 'send filter_id or filter, not both'
      when app.is_personal_filter(k.filter) then '@me and is_watched_by_me mean somebody else for each reader'
        end
    union all select 'filter_id', case when k.metric_type <> 'tasks' and k.filter_id is not null
      then 'only for tasks' end
    union all select 'bi_query', case when k.metric_type = 'bi' then case when k.bi_query is null
      then 'required for bi' end when k.bi_query is not null then 'only for bi' end) p(field, problem)
  where p.problem is not null
$$;

-- What start, target and range may be.
create or replace function app.range_problems(k okr_key_results, sent jsonb) returns table (field text,
  problem text)
language sql immutable as $$
  select p.field, p.problem from (values
    ('direction', case when k.metric_type in ('boolean', 'tasks') and k.direction <> 'increase'
        then 'must be increase for ' || k.metric_type
      when k.metric_type not in ('boolean', 'tasks') and k.direction = 'increase' and k.target_value <
        k.start_value
        then 'an increase needs a target_value above start_value'
      when k.metric_type not in ('boolean', 'tasks') and k.direction = 'decrease' and k.target_value >
        k.start_value
        then 'a decrease needs a target_value below start_value' end),
    ('start_value', case when k.metric_type = 'tasks' and k.start_value is not null then 'not for tasks'
      when k.metric_type = 'boolean' and k.start_value <> 0 then 'must be 0 for boolean' end),
    ('target_value', case when k.metric_type = 'tasks' then case when k.target_value is not null
        then 'not for tasks' end
      when k.metric_type = 'boolean' then case when k.target_value <> 1 then 'must be 1 for boolean' end
      when k.direction = 'maintain' then case when k.target_value is not null
        then 'not with maintain, which has min_value and max_value' end
      when k.target_value is null then 'required'
      when k.target_value = k.start_value then 'must differ from start_value'
      when k.metric_type = 'percentage' and k.target_value not between 0 and 100 then 'must be 0 to 100' end),
    ('min_value', case when k.direction <> 'maintain' then case when k.min_value is not null
        then 'only with maintain' end
      when k.min_value is null then 'required with maintain'
      when k.min_value > k.max_value then 'above max_value' end),
    ('max_value', case when k.direction <> 'maintain' then case when k.max_value is not null
        then 'only with maintain' end
      when k.max_value is null then 'required with maintain' end)) p(field, problem)
$$;

-- A bound figure is published to whoever reads the objective, so what binds it must be open to them.
create or replace function app.require_binding(k okr_key_results, o okr_objectives, path text) returns void
language plpgsql stable as $$
declare f saved_filters;
begin
  if k.metric_type = 'bi' then perform app.require_source(k, path); end if;
  if k.filter_id is null then return; end if;
  select x.* into f from saved_filters x where x.org_id = app.org_id() and x.id = k.filter_id and x.deleted_at
    is null
    and app.can_see_project(x.project_id);
  perform app.ensure_fields(array[path || '.filter_id: ' || case when f.id is null then 'not found'
    when f.visibility = 'private' and o.visibility <> 'private' then 'not shared'
    when app.is_personal_filter(f.filter) then '@me and is_watched_by_me mean somebody else for each reader'
      end]);
end $$;

-- What is not sent begins at 0, and yes or no ends at 1.
create or replace function app.with_start(k okr_key_results) returns okr_key_results language plpgsql
  immutable as $$
begin
  if k.metric_type <> 'tasks' then k.start_value := coalesce(k.start_value, 0); end if;
  if k.metric_type = 'boolean' then k.target_value := coalesce(k.target_value, 1); end if;
  return k;
end $$;

-- Whoever binds a figure must be able to read it themselves; pay and leave are not published at all.
create or replace function app.require_source(k okr_key_results, path text) returns void language plpgsql
  stable as $$
declare source jsonb := app.bi_source(k.bi_query->>'source');
begin
  perform app.ensure(app.role_level() >= (source->>'rank')::int, 'WM403', 'this source is not open to your role'),
    app.ensure_fields(array[case when source->>'block' in ('pay', 'hr')
      then path || '.bi_query.source: pay and leave are not published' end]);
end $$;

create or replace function app.new_key_result(draft jsonb) returns okr_key_results language plpgsql as $$
declare k okr_key_results;
begin
  k := app.with_start(jsonb_populate_record(app.new_row(null::okr_key_results), draft));
  k.current_value := case when k.metric_type not in ('tasks', 'bi') then k.start_value end;
  k.confidence_on := case when k.confidence is not null then app.org_today() end;
  return k;
end $$;

create or replace function app.require_open_objective(o okr_objectives) returns void language plpgsql stable
  as $$
begin
  perform app.ensure(app.is_open(o), 'WM409', 'the objective is closed');
end $$;

-- Adds key results to an objective, in order, up to ten; the first has this id. Binding one is audited as
-- that.
create or replace function app.add_key_results(objective uuid, first_id uuid, drafts jsonb, path text) returns
  void
language plpgsql as $$
declare o okr_objectives; k okr_key_results; d record; at text; saved text := current_setting('app.action',
  true);
begin
  select x.* into o from okr_objectives x where x.org_id = app.org_id() and x.id = objective;
  perform app.require_open_objective(o), app.ensure((select count(*) from okr_key_results x
      where x.org_id = o.org_id and x.objective_id = o.id and x.deleted_at is null) +
        jsonb_array_length(drafts) <= 10,
    'WM409', 'an objective has at most 10 key results');
  for d in select x.draft, x.n from jsonb_array_elements(drafts) with ordinality x(draft, n) loop
    at := case when path = 'body' then path else format('%s[%s]', path, d.n - 1) end;
    k := app.new_key_result(d.draft);
    k.objective_id := o.id;
    if d.n = 1 and first_id is not null then k.id := first_id; end if;
    perform app.ensure_fields(app.key_result_problems(k, d.draft, at)
        || array[case when k.owner_id is not null and not app.is_active_member(k.owner_id)
          then at || '.owner_id: not an active member' end]),
      app.require_binding(k, o, at);
    if k.metric_type in ('tasks', 'bi') then perform set_config('app.action', 'key_result.bound', true); end
      if;
    insert into okr_key_results select k.*;
    perform set_config('app.action', saved, true);
  end loop;
end $$;

-- The definitions of an objective's key results that have not reached their target, to begin with where these
-- are now.
create or replace function app.key_results_to_copy(objective uuid) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('title', k.title, 'metric_type',
    k.metric_type,
      'unit', k.unit, 'currency', k.currency, 'direction', k.direction,
      'start_value', case when k.metric_type not in ('tasks', 'bi', 'boolean') then k.current_value end,
      'target_value', k.target_value, 'min_value', k.min_value, 'max_value', k.max_value, 'weight', k.weight,
      'filter_id', k.filter_id, 'filter', k.filter, 'bi_query', k.bi_query,
      'owner_id', case when app.is_active_member(k.owner_id) then k.owner_id end)) order by k.id), '[]')
    from okr_key_results k where k.org_id = app.org_id() and k.objective_id = objective and k.deleted_at is
      null
      and (k.metric_type in ('tasks', 'bi') or k.direction = 'maintain'
        or coalesce(app.raw_progress(k, k.current_value), 0) < 1)
$$;

create or replace function app.definition_of(k okr_key_results) returns jsonb language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object('metric_type', k.metric_type, 'direction', k.direction,
    'start_value', trim_scale(k.start_value)::text, 'target_value', trim_scale(k.target_value)::text,
    'min_value', trim_scale(k.min_value)::text, 'max_value', trim_scale(k.max_value)::text))
$$;

create or replace function app.keep_definition(k okr_key_results, changed okr_key_results, reason text)
  returns void language sql security definer set search_path = public, app, pg_temp as $$
  insert into okr_definitions (key_result_id, before, after, reason)
    select k.id, definition_of(k), definition_of(changed), reason where k.org_id = org_id()
$$;

-- A change of a key result: what belonged to the type, direction or source that it had, and is not sent, is
-- gone.
create or replace function app.changed_key_result(k okr_key_results, change jsonb) returns okr_key_results
language plpgsql stable as $$
declare changed okr_key_results := jsonb_populate_record(k, change); gone text[] := '{}';
begin
  if changed.metric_type <> k.metric_type then
    gone := '{unit,currency,direction,start_value,target_value,min_value,max_value}'::text[]
      || '{filter,filter_id,bi_query}';
  elsif changed.direction <> k.direction then
    gone := case when changed.direction = 'maintain' then '{target_value}' when k.direction = 'maintain'
      then '{min_value,max_value}' else '{}' end::text[];
  end if;
  gone := gone || case when change->>'filter' is not null then '{filter_id}'
    when change->>'filter_id' is not null then '{filter}' else '{}' end::text[];
  changed := jsonb_populate_record(changed, (select coalesce(jsonb_object_agg(g,
    case g when 'direction' then to_jsonb('increase'::text) else 'null' end), '{}')
    from unnest(gone) g where not change ? g));
  return app.with_start(changed);
end $$;

-- Checks a change, and records how the definition changes and why. What was checked in keeps the progress it
-- had.
create or replace function app.check_key_result_change(key_result uuid, change jsonb, reason text)
  returns okr_key_results language plpgsql as $$
declare k okr_key_results; changed okr_key_results; o okr_objectives; is_checked boolean;
begin
  select x.* into k from okr_key_results x where x.org_id = app.org_id() and x.id = key_result;
  select x.* into o from okr_objectives x where x.org_id = k.org_id and x.id = k.objective_id;
  perform app.require_open_objective(o);
  changed := app.changed_key_result(k, change);
  is_checked := exists (select from okr_check_ins c where c.org_id = k.org_id and c.key_result_id = k.id);
  perform app.ensure(changed.metric_type = k.metric_type or not is_checked, 'WM409',
    'it has check-ins of another metric_type; add another key result instead');
  if change ? 'confidence' then
    changed.confidence_on := case when changed.confidence is not null then app.org_today() end;
  end if;
  if changed.metric_type in ('tasks', 'bi') then changed.current_value := null;
  elsif not is_checked or changed.current_value is null then changed.current_value := changed.start_value; end
    if;
  perform app.ensure_fields(app.key_result_problems(changed, change, 'body'));
  if change ?| '{filter,filter_id,bi_query,metric_type}' then
    perform app.require_binding(changed, o, 'body');
    if changed.metric_type in ('tasks', 'bi') then
      changed.told_gone := null;
      perform set_config('app.action', 'key_result.bound', true);
    end if;
  end if;
  if app.definition_of(changed) <> app.definition_of(k) then
    perform app.keep_definition(k, changed, reason);
  end if;
  return changed;
end $$;

create or replace function app.delete_key_result(key_result uuid) returns void language plpgsql as $$
declare o okr_objectives;
begin
  select x.* into o from okr_objectives x join okr_key_results k on k.org_id = x.org_id and k.objective_id =
    x.id
    where x.org_id = app.org_id() and k.id = key_result;
  perform app.require_open_objective(o);
  update okr_key_results k set deleted_at = now() where k.org_id = o.org_id and k.id = key_result;
end $$;
