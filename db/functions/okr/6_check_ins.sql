-- Check-ins: the value of a day. They are final; the latest by day, then by when it was made, is the current
-- value.

create or replace function app.latest_check_in(key_result uuid, day date, before uuid) returns okr_check_ins
language sql stable as $$
  select c from okr_check_ins c where c.org_id = app.org_id() and c.key_result_id = key_result and c.value is
    not null
    and (day is null or (c.as_of, c.id) < (day, before))
    order by c.as_of desc nulls last, c.id desc nulls last limit 1
$$;

create or replace function app.require_check_in(k okr_key_results, o okr_objectives, c okr_check_ins) returns
  void
language plpgsql stable as $$
begin
  perform app.require_open_objective(o),
    app.ensure(o.status = 'active', 'WM409', 'the objective is a draft; make it active first'),
    app.ensure(k.metric_type not in ('tasks', 'bi'), 'WM409',
      'its value is computed; nothing is checked in'),
    app.ensure_fields(array[
      case when c.as_of > app.org_today() then 'body.as_of: in the future'
        when c.as_of < o.period_start then 'body.as_of: before the period, which begins on ' || o.period_start
        when c.as_of > o.period_end + 14 then 'body.as_of: more than 14 days after the period' end,
      case when c.value is null and c.confidence is null and c.comment is null
          then 'body.value: required, unless confidence or comment is sent'
        when k.metric_type = 'boolean' and c.value not in (0, 1) then 'body.value: must be 0 or 1' end]);
end $$;

create or replace function app.keep_check_in(c okr_check_ins) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into okr_check_ins select c.* where c.org_id = org_id()
$$;

-- Records a check-in, and answers with what it does to the key result and to every objective above.
create or replace function app.check_in(key_result uuid, new_id uuid, sent jsonb) returns json
language plpgsql as $$
declare k okr_key_results; o okr_objectives; c okr_check_ins; above uuid[]; before jsonb; latest
  okr_check_ins;
begin
  select x.* into k from okr_key_results x where x.org_id = app.org_id() and x.id = key_result;
  select x.* into o from okr_objectives x where x.org_id = k.org_id and x.id = k.objective_id;
  c := jsonb_populate_record(app.new_row(null::okr_check_ins), sent);
  c.id := new_id; c.key_result_id := k.id; c.as_of := coalesce(c.as_of, app.org_today());
  perform app.require_check_in(k, o, c);
  above := array(select a.id from app.objectives_above(o.id) a order by a.distance);
  select jsonb_object_agg(f.objective_id, f.progress) into before from app.okr_figures(above) f;
  c.previous_value := coalesce((app.latest_check_in(k.id, c.as_of, c.id)).value, k.start_value);
  c.progress := round(app.clamped(app.raw_progress(k, c.value)), 4);
  perform app.keep_check_in(c);
  latest := app.latest_check_in(k.id, null, null);
  update okr_key_results x set current_value = coalesce(latest.value, x.start_value),
      checked_on = greatest(x.checked_on, c.as_of),
      confidence = case when c.confidence is not null and c.as_of >= coalesce(x.confidence_on, c.as_of)
        then c.confidence else x.confidence end,
      confidence_on = case when c.confidence is not null and c.as_of >= coalesce(x.confidence_on, c.as_of)
        then c.as_of else x.confidence_on end
    where x.org_id = k.org_id and x.id = k.id;
  perform app.tell_of_falls(above), app.tell_of_mentions(k, o, c);
  return app.check_in_effect(c, above, before);
end $$;

-- {check_in, key_result, objectives: [{id, title, progress_before, progress, health}]}: the objective and
-- those above
-- it that the caller sees.
create or replace function app.check_in_effect(c okr_check_ins, above uuid[], before jsonb) returns json
language sql stable as $$
  with figures as materialized (select * from app.okr_figures(above)),
  moved as (select a.n, o.*, f.progress as now_at, h.health from unnest(above) with ordinality a(id, n)
      join okr_objectives o on o.org_id = app.org_id() and o.id = a.id and o.deleted_at is null
      join figures f on f.objective_id = o.id
      cross join lateral app.okr_health(o, f.progress, o.confidence, o.confidence_on, app.org_today()) h)
  select json_build_object('check_in', app.check_in_json(c),
    'key_result', (select app.key_result_json(k, o) from okr_key_results k join okr_objectives o
      on o.org_id = k.org_id and o.id = k.objective_id where k.org_id = app.org_id() and k.id =
        c.key_result_id),
    'objectives', (select coalesce(json_agg(json_build_object('id', m.id, 'title', m.title,
      'progress_before', round((before->>m.id::text)::numeric, 4), 'progress', round(m.now_at, 4),
      'health', m.health) order by m.n), '[]') from moved m))
$$;

create or replace function app.check_in_json(c okr_check_ins) returns json language sql stable as $$
  select json_build_object('id', c.id, 'key_result_id', c.key_result_id, 'as_of', c.as_of,
    'value', trim_scale(c.value)::text, 'previous_value', trim_scale(c.previous_value)::text,
    'progress', c.progress, 'confidence', c.confidence, 'comment', c.comment,
    'author', app.person_json(c.author_id), 'created_at', app.utc(c.created_at))
$$;
