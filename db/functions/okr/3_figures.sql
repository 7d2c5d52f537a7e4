-- Progress, computed at each read, in numeric and without rounding: only answers round.

-- What a key result is: its value, its progress (raw, and from 0 to 1), or why there is none.
create or replace function app.key_result_figure(k okr_key_results, is_private boolean, out value numeric,
  out done bigint, out total bigint, out raw numeric, out progress numeric, out reason text)
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  if k.metric_type = 'bi' and app.bi_source(k.bi_query->>'source')->>'block'
      = any (string_to_array(current_setting('app.closed_blocks', true), ',')) then
    reason := 'not_for_tools';
  elsif k.frozen is not null then
    value := (k.frozen->>'value')::numeric; done := (k.frozen->>'done')::bigint;
    total := (k.frozen->>'total')::bigint; raw := (k.frozen->>'raw')::numeric; reason := k.frozen->>'reason';
  elsif k.metric_type = 'tasks' then
    select t.done, t.total, t.reason into done, total, reason from tasks_figure(k, is_private) t;
    value := done; raw := done::numeric / nullif(total, 0);
  elsif k.metric_type = 'bi' then
    value := (kept_figure(k.id)->>'value')::numeric; reason := kept_figure(k.id)->>'reason';
    raw := raw_progress(k, value);
  else
    value := k.current_value;
    raw := raw_progress(k, value);
  end if;
  progress := clamped(raw);
end $$;

create or replace function app.clamped(raw numeric) returns numeric language sql immutable as $$
  select case when raw is not null then least(greatest(raw, 0), 1) end
$$;

-- (current - start) / (target - start), in both directions; 1 or 0 for a range and for yes or no.
create or replace function app.raw_progress(k okr_key_results, value numeric) returns numeric
language sql immutable as $$
  select case when k.metric_type = 'boolean' then value
    when k.direction = 'maintain' then (value between k.min_value and k.max_value)::int
    else (value - k.start_value) / nullif(k.target_value - k.start_value, 0) end
$$;

create or replace function app.tasks_figure(k okr_key_results, is_private boolean, out done bigint, out total
  bigint,
  out reason text) language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare bound jsonb := k.filter; f saved_filters;
begin
  if bound is null then
    select x.* into f from saved_filters x where x.org_id = k.org_id and x.id = k.filter_id
      and x.deleted_at is null and (is_private or x.visibility <> 'private');
    bound := f.filter;
  end if;
  if bound is null then reason := 'filter_gone';
  elsif is_personal_filter(bound) then reason := 'filter_personal';
  else
    select c.done, c.total into done, total from count_figure(bound, is_private) c;
    if total = 0 then reason := 'no_tasks'; end if;
  end if;
end $$;

-- Whether a child counts in what is above it; closed ones do so with their score.
create or replace function app.counts(o okr_objectives) returns boolean language sql immutable as $$
  select o.deleted_at is null and o.status not in ('draft', 'dropped')
$$;

create or replace function app.is_open(o okr_objectives) returns boolean language sql immutable as $$
  select o.status in ('draft', 'active')
$$;

-- These objectives and whatever of those below them counts in their progress, the deepest last.
create or replace function app.objectives_counted(wanted uuid[]) returns table (id uuid, depth int)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with recursive below as (
    select o.id, 0 as depth from okr_objectives o where o.org_id = org_id() and o.id = any (wanted)
      and o.deleted_at is null
    union select c.id, b.depth + 1 from below b
      join okr_objectives o on o.org_id = org_id() and o.id = b.id and o.roll_up <> 'key_results' and
        is_open(o)
      join okr_objectives c on c.org_id = o.org_id and c.parent_id = o.id and counts(c)
      where b.depth < 6)
  select b.id, max(b.depth) from below b group by b.id
$$;

-- The weighted mean of the key results of objectives, and whether there is any with a progress.
create or replace function app.key_result_means(ids uuid[]) returns table (objective_id uuid, mean numeric,
  any_known boolean)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select k.objective_id, sum(k.weight * f.progress) filter (where f.progress is not null)
      / nullif(sum(k.weight) filter (where f.progress is not null), 0), count(f.progress) > 0
    from okr_objectives o join okr_key_results k on k.org_id = o.org_id and k.objective_id = o.id
      and k.deleted_at is null
      cross join lateral key_result_figure(k, o.visibility = 'private') f
    where o.org_id = org_id() and o.id = any (ids) group by k.objective_id
$$;

-- The progress of objectives and of what counts in it, level by level from below: each level is added at
-- once, as what is known is copied whenever something is added. A closed one is what it was.
create or replace function app.okr_figures(wanted uuid[]) returns table (objective_id uuid, progress numeric,
  reason text)
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare known jsonb := '{}'; reasons jsonb := '{}'; floor int; found record; tree uuid[]; depths int[]; means
  jsonb;
begin
  select array_agg(c.id), array_agg(c.depth) into tree, depths from objectives_counted(wanted) c;
  select jsonb_object_agg(m.objective_id, jsonb_build_array(m.mean, m.any_known)) into means
    from key_result_means(array(select o.id from okr_objectives o where o.org_id = org_id() and o.id = any
      (tree)
      and is_open(o))) m;
  for floor in reverse coalesce((select max(d) from unnest(depths) d), -1)..0 loop
    select jsonb_object_agg(t.id, case when is_open(w.o) then f.rolled else (w.o).progress end) as figures,
        jsonb_object_agg(t.id, f.why) filter (where is_open(w.o)) as reasons into found
      from unnest(tree, depths) t(id, depth)
        cross join lateral (select o from okr_objectives o where o.org_id = org_id() and o.id = t.id
          offset 0) w
        cross join lateral app.rolled_up(w.o, (means->t.id::text->>0)::numeric,
          coalesce((means->t.id::text->>1)::boolean, false), known) f
      where t.depth = floor;
    known := known || found.figures; reasons := reasons || coalesce(found.reasons, '{}');
  end loop;
  return query select k.key::uuid, (k.value #>> '{}')::numeric, reasons->>k.key from jsonb_each(known) k;
end $$;

-- The progress of an objective by the mean of its key results and the known progress of its children: with
-- `combined` the key results are one member, and each child is another.
create or replace function app.rolled_up(o okr_objectives, mean numeric, any_known boolean, known jsonb,
  out rolled numeric, out why text)
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare children record;
begin
  if not is_open(o) then return; end if;
  if o.roll_up = 'key_results' then rolled := mean;
  else
    select sum(c.weight * p.progress) filter (where p.progress is not null) as weighted,
        sum(c.weight) filter (where p.progress is not null) as weights, sum(p.progress) as plain,
        count(p.progress) as n into children
      from okr_objectives c cross join lateral (select case when is_open(c) then (known->>c.id::text)::numeric
        else c.score end as progress) p
      where c.org_id = o.org_id and c.parent_id = o.id and counts(c);
    if o.roll_up = 'children' then
      rolled := children.weighted / nullif(children.weights, 0); any_known := children.n > 0;
    else
      rolled := (coalesce(mean, 0) + coalesce(children.plain, 0))
        / nullif(children.n + (mean is not null)::int, 0);
    end if;
  end if;
  why := case when rolled is null then case when any_known then 'no_weight' else 'nothing_measured' end end;
end $$;

-- The share of the period that has passed, today included.
create or replace function app.expected_progress(o okr_objectives, today date) returns numeric
language sql immutable as $$
  select app.clamped((today - o.period_start + 1)::numeric / nullif(o.period_end - o.period_start + 1, 0))
$$;

-- Health by progress, unless somebody said within two weeks how confident they are.
create or replace function app.okr_health(o okr_objectives, progress numeric, confidence text, confidence_on
  date,
  today date, out health text, out source text) language plpgsql immutable as $$
declare behind numeric := round(app.expected_progress(o, today) - progress, 12);
begin
  if o.status <> 'active' then return; end if;
  if confidence is not null and confidence_on >= today - 14 then
    health := confidence; source := 'confidence';
  elsif behind is not null then
    source := 'progress';
    health := case when behind <= 0.1 then 'on_track' when behind <= 0.3 then 'at_risk' else 'off_track' end;
  end if;
end $$;

-- Where a key result will be at the end of its period: least squares over the latest value of each day.
create or replace function app.projected_value(k okr_key_results, o okr_objectives) returns numeric
language sql stable security definer set search_path = public, app, pg_temp as $$
  with points as (select distinct on (c.as_of) (c.as_of - o.period_start)::numeric as x, c.value as y
    from okr_check_ins c where c.org_id = k.org_id and c.key_result_id = k.id and c.value is not null
    order by c.as_of, c.id desc),
  sums as (select count(*)::numeric as n, sum(p.x) as x, sum(p.y) as y, sum(p.x * p.y) as xy, sum(p.x * p.x)
    as xx
    from points p)
  select case when s.n >= 3 then round((s.y + (s.n * s.xy - s.x * s.y) / nullif(s.n * s.xx - s.x * s.x, 0)
    * (s.n * (o.period_end - o.period_start) - s.x)) / s.n, 4) end from sums s
$$;

-- The band of a score.
create or replace function app.score_band(score numeric) returns text language sql immutable as $$
  select case when score >= 0.7 then 'green' when score >= 0.4 then 'yellow' when score is not null then 'red'
    end
$$;
