-- Deals: their stage and their value.

-- Selects and locks the stage for a deal, so that nobody else places deals in it meanwhile: the stage that
-- the body names, else the first of the named pipeline, or of the default one. `field` is where the body
-- names them. Afterwards they are app.target_id('stage') and app.target_id('pipeline').
create or replace function app.select_stage(pipeline uuid, stage uuid, field text default 'body') returns void
language plpgsql as $$
declare target_pipeline uuid := pipeline; target_stage pipeline_stages; pipeline_exists boolean; archived boolean;
begin
  if pipeline is null and stage is null then
    select p.id into target_pipeline from pipelines p where p.org_id = app.org_id() and p.is_default;
    perform app.ensure(target_pipeline is not null, 'WM409',
      'there is no pipeline for deals yet; a manager creates one with create_pipeline (POST /pipelines)');
  end if;
  select s.* into target_stage from pipeline_stages s where s.org_id = app.org_id()
    and s.pipeline_id = coalesce(target_pipeline, s.pipeline_id) and s.id = coalesce(stage, s.id)
    order by s.position, s.id limit 1 for no key update;
  select true, p.archived_at is not null into pipeline_exists, archived from pipelines p
    where p.org_id = app.org_id() and p.id = coalesce(target_pipeline, target_stage.pipeline_id);
  -- The pipeline was deleted while we waited for its stage. The batch is retried, and finds the new default
  -- pipeline.
  if stage is null and target_stage.id is null and (pipeline is null or pipeline_exists) then
    raise exception using errcode = '40001', message = 'the pipeline was deleted while waiting for its stage';
  end if;
  perform app.ensure_fields(array[
      case when pipeline is not null and pipeline_exists is null then field || '.pipeline_id: not found'
        when stage is not null and target_stage.id is null then field || '.stage_id: '
          || case when pipeline is null then 'not found' else 'not a stage of the pipeline' end end]),
    app.ensure(not archived, 'WM409', 'the pipeline is archived; restore it, or choose another one'),
    set_config('app.at_stage', target_stage.id::text, true), set_config('app.at_pipeline', target_stage.pipeline_id::text, true);
end $$;

-- Raises 422 unless the deal's client, contact and day of closing go together, with the sent fields applied.
create or replace function app.check_deal(deal uuid, input jsonb) returns void language plpgsql as $$
declare d deals;
begin
  select * into d from deals x where x.org_id = app.org_id() and x.id = deal;
  d := jsonb_populate_record(d, input);
  perform app.ensure_fields(array[
    case when input->>'contact_id' is not null and not input ? 'client_id' and d.client_id is not null
        then 'body.contact_id: of a client that is ' || app.client_problem(d.client_id)
      when d.status = 'won' and d.client_id is null then 'body.client_id: required, as a deal that is won has a client' end,
    case when input->>'contact_id' is not null and not exists (select from client_contacts c where c.org_id = app.org_id()
      and c.id = d.contact_id and c.client_id = d.client_id) then 'body.contact_id: not a contact of the client of the deal' end,
    case when input ? 'closed_at' and d.closed_at > now() then 'body.closed_at: in the future'
      when input ? 'closed_at' and d.closed_at < d.created_at then 'body.closed_at: before the deal was created' end]);
end $$;

create or replace function app.require_open_deal(deal uuid, action text) returns void language plpgsql as $$
begin
  perform app.ensure(d.status = 'open', 'WM409', format('the deal is %s; only an open one can be %s: reopen it first',
    d.status, action)) from deals d where d.org_id = app.org_id() and d.id = deal;
end $$;

create or replace function app.check_deal_reopening(deal uuid) returns void language plpgsql as $$
begin
  perform app.ensure(d.status <> 'open', 'WM409', 'the deal is open already'), app.ensure(p.archived_at is null, 'WM409',
      'the pipeline of the deal is archived; restore the pipeline first')
    from deals d join pipelines p on p.org_id = d.org_id and p.id = d.pipeline_id
    where d.org_id = app.org_id() and d.id = deal;
end $$;

-- Raises 422 if a requested neighbour of a moved deal is not in the stage.
create or replace function app.check_deal_neighbour(deal uuid, placement jsonb) returns void language plpgsql as $$
begin
  perform app.ensure_fields(array(select format('body.%s: %s', w.key, case when w.id = deal then 'the deal itself' else
      'not found in the stage' end) from (select key, value::uuid as id from jsonb_each_text(placement)
        where key in ('before_id', 'after_id')) w
    where w.id = deal or not exists (select from deals d where d.org_id = app.org_id() and d.stage_id = app.target_id('stage')
      and d.id = w.id)));
end $$;

-- The rank of a deal at a place in the chosen stage, which is locked.
create or replace function app.deal_rank(deal uuid, placement jsonb) returns text language sql as $$
  select app.rank_for_place('deals', format('r.stage_id = %L', app.target_id('stage')), deal, placement)
$$;

-- The probability in percent that a deal is won: certain once it is closed, otherwise its own or that of its
-- stage.
create or replace function app.deal_probability(d deals) returns int language sql stable as $$
  select case d.status when 'won' then 100 when 'lost' then 0 else coalesce(d.probability, (select s.probability
    from pipeline_stages s where s.org_id = d.org_id and s.id = d.stage_id)) end
$$;

-- An amount weighted by that probability, rounded half away from zero.
create or replace function app.weighted(value_minor bigint, probability int) returns bigint language sql immutable as $$
  select round(value_minor * probability / 100.0)::bigint
$$;

-- How long a deal has been in its stage, or had been when it was closed.
create or replace function app.time_in_stage(d deals) returns interval language sql stable as $$
  select greatest(coalesce(d.closed_at, now()) - d.stage_entered_at, interval '0')
$$;

create or replace function app.is_rotten(d deals) returns boolean language sql stable as $$
  select d.status = 'open' and coalesce((select app.time_in_stage(d) >= make_interval(days => s.rotting_days)
    from pipeline_stages s where s.org_id = d.org_id and s.id = d.stage_id), false)
$$;

-- Erases a deal and its history.
create or replace function app.delete_deal(deal uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := coalesce(current_setting('app.purging', true), '');
begin
  perform set_config('app.purging', 'on', true);
  delete from deals d where d.org_id = app.org_id() and d.id = deal;
  perform set_config('app.purging', saved, true);
end $$;
