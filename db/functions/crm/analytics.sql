-- Outcomes of deals and leads in a period. Days are in the organization's time zone; `pipeline` and `owners`
-- narrow what counts unless null, and `unowned` adds what has no owner.

create or replace function app.crm_deals(pipeline uuid, owners uuid[], unowned boolean) returns setof deals
language sql stable as $$
  select d.* from deals d where d.org_id = app.org_id() and (pipeline is null or d.pipeline_id = pipeline)
    and (owners is null or d.owner_user_id = any (owners) or unowned and d.owner_user_id is null)
$$;

create or replace function app.crm_zone() returns text language sql stable as $$
  select o.timezone from organizations o where o.id = app.org_id()
$$;

-- The timestamp at which a day begins.
create or replace function app.crm_day_start(day date) returns timestamptz language sql stable as $$
  select app.day_start(day, app.crm_zone())
$$;

-- The deals closed between two days.
create or replace function app.crm_closed(first date, last date, pipeline uuid, owners uuid[], unowned boolean)
returns setof deals language sql stable as $$
  select d.* from app.crm_deals(pipeline, owners, unowned) d where d.status <> 'open'
    and d.closed_at >= (select app.crm_day_start(first)) and d.closed_at < (select app.crm_day_start(last + 1))
$$;

-- Per stage, for the deals that entered it: how many ever moved forward (to a later stage of the pipeline, or
-- by being won), and the median of the total days they spent in it. Deals still in the stage have no duration
-- yet. Planned on every call: a generic plan would look up the history of each deal separately.
create or replace function app.crm_funnel(first date, last date, pipeline uuid, owners uuid[], unowned boolean) returns json
language sql stable set plan_cache_mode = force_custom_plan as $$
  with entered as materialized (
    select h.to_stage_id as stage_id, h.deal_id from deal_history h
      where h.org_id = app.org_id() and h.to_stage_id is not null and (h.kind = 'created' or h.seconds_in_previous is not null)
        and h.changed_at >= (select app.crm_day_start(first)) and h.changed_at < (select app.crm_day_start(last + 1))
        group by 1, 2),
  later as materialized (
    select s.id as from_id, t.id as to_id from pipeline_stages s join pipeline_stages t on t.org_id = s.org_id
      and t.pipeline_id = s.pipeline_id and t.position > s.position where s.org_id = app.org_id()),
  stage_times as materialized (
    select h.from_stage_id as stage_id, h.deal_id, sum(h.seconds_in_previous) as seconds,
        bool_or(h.to_value = 'won' and h.kind = 'status' or l.to_id is not null) as forward
      from deal_history h left join later l on l.from_id = h.from_stage_id and l.to_id = h.to_stage_id
      where h.org_id = app.org_id() and h.from_stage_id is not null and h.seconds_in_previous is not null
        and h.deal_id in (select e.deal_id from entered e) group by 1, 2),
  counted as materialized (
    select e.stage_id, count(*) as entered, count(*) filter (where y.forward) as left_forward,
        percentile_cont(0.5) within group (order by y.seconds)
          filter (where d.status <> 'open' or d.stage_id <> e.stage_id) as median
      from entered e join app.crm_deals(pipeline, owners, unowned) d on d.id = e.deal_id
        left join stage_times y on y.stage_id = e.stage_id and y.deal_id = e.deal_id group by 1)
  select coalesce(array_to_json(array_agg((select row_to_json(x) from (select s.pipeline_id, s.id as stage_id, s.name,
        s.position, coalesce(c.entered, 0) as entered, coalesce(c.left_forward, 0) as left_forward,
        app.percentage(c.left_forward, c.entered) as conversion_percent, round(c.median::numeric / 86400, 2) as median_days) x)
      order by p.position, p.id, s.position)), '[]')
    from pipelines p join pipeline_stages s on s.org_id = p.org_id and s.pipeline_id = p.id
      left join counted c on c.stage_id = s.id
    where p.org_id = app.org_id() and case when pipeline is null then p.archived_at is null else p.id = pipeline end
$$;

-- How many were won and lost, and the days from creation until they were won.
create or replace function app.crm_outcome(first date, last date, pipeline uuid, owners uuid[], unowned boolean) returns json
language sql stable as $$
  select row_to_json(x) from (
    select count(*) filter (where c.won) as won, count(*) filter (where not c.won) as lost,
        app.percentage(count(*) filter (where c.won), count(*)) as win_rate_percent,
        round(avg(c.days) filter (where c.won), 2) as average_cycle_days,
        round((percentile_cont(0.5) within group (order by c.days) filter (where c.won))::numeric, 2) as median_cycle_days
      from (select d.status = 'won' as won, extract(epoch from d.closed_at - d.created_at) / 86400 as days
        from app.crm_closed(first, last, pipeline, owners, unowned) d) c) x
$$;

create or replace function app.crm_values(first date, last date, pipeline uuid, owners uuid[], unowned boolean) returns json
language sql stable as $$
  select coalesce(array_to_json(array_agg(row_to_json(x) order by x.currency)), '[]') from (
    select d.currency, count(*) filter (where d.status = 'won') as won, count(*) filter (where d.status = 'lost') as lost,
        coalesce(sum(d.value_minor) filter (where d.status = 'won'), 0) as won_minor,
        coalesce(sum(d.value_minor) filter (where d.status = 'lost'), 0) as lost_minor
      from app.crm_closed(first, last, pipeline, owners, unowned) d group by 1) x
$$;

-- The twenty most frequent reasons; spellings that differ only in case count as one.
create or replace function app.crm_lost_reasons(first date, last date, pipeline uuid, owners uuid[], unowned boolean) returns json
language sql stable as $$
  select coalesce(array_to_json(array_agg(row_to_json(x) order by x.deals desc, x.reason)), '[]') from (
    select min(d.lost_reason collate "C") as reason, count(*) as deals
      from app.crm_closed(first, last, pipeline, owners, unowned) d where d.status = 'lost'
      group by app.folded(d.lost_reason) order by count(*) desc, 1 limit 20) x
$$;

-- The difference between the day on which deals were won and the last expected one; late is positive.
create or replace function app.crm_slippage(first date, last date, pipeline uuid, owners uuid[], unowned boolean) returns json
language sql stable as $$
  select row_to_json(x) from (
    select count(*) as deals, count(*) filter (where c.days > 0) as late, count(*) filter (where c.days <= 0) as in_time,
        round(avg(c.days), 2) as average_days
      from (select app.local_day(d.closed_at, z.zone) - d.expected_close_date as days
        from (select app.crm_zone() as zone offset 0) z cross join app.crm_closed(first, last, pipeline, owners, unowned) d
        where d.status = 'won' and d.expected_close_date is not null) c) x
$$;

-- Leads received by source, at most fifty sources; spellings that differ only in case count as one.
create or replace function app.crm_leads(first date, last date, owners uuid[], unowned boolean) returns json
language sql stable as $$
  select coalesce(array_to_json(array_agg(row_to_json(x) order by x.leads desc, x.source nulls last)), '[]') from (
    select min(l.source collate "C") as source, count(*) as leads, count(*) filter (where l.status = 'converted') as converted,
        app.percentage(count(*) filter (where l.status = 'converted'), count(*)) as conversion_percent
      from leads l where l.org_id = app.org_id() and l.created_at >= (select app.crm_day_start(first))
        and l.created_at < (select app.crm_day_start(last + 1))
        and (owners is null or l.owner_user_id = any (owners) or unowned and l.owner_user_id is null)
      group by app.folded(l.source) order by count(*) desc, 1 nulls last limit 50) x
$$;
