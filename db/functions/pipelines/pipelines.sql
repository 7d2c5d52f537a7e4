-- Pipelines and their stages. Lock order: pipelines by id, stages by id, deals.

-- Moves the deals of stages about to be deleted to the end of other stages: the named one, else the one with
-- the same name in the target pipeline, or its first.
create or replace function app.move_deals(stages uuid[], pipeline uuid, stage uuid) returns void language sql as $$
  with goals as materialized (
    select s.id, s.position, t.id as stage_id from pipeline_stages s cross join lateral (select t.id from pipeline_stages t
        where t.org_id = s.org_id and t.pipeline_id = pipeline and t.id = coalesce(stage, t.id)
        order by app.folded(t.name) = app.folded(s.name) desc, t.position limit 1) t
      where s.org_id = app.org_id() and s.id = any (stages)),
  moves as (
    select d.id, g.stage_id, row_number() over (partition by g.stage_id order by g.position, d.rank, d.id) as place
      from goals g join deals d on d.org_id = app.org_id() and d.stage_id = g.id),
  ends as (
    select k.stage_id, app.rank_between(max(d.rank), null) as rank from (select distinct stage_id from moves) k
      left join deals d on d.org_id = app.org_id() and d.stage_id = k.stage_id group by 1)
  update deals d set pipeline_id = pipeline, stage_id = t.stage_id, rank = e.rank || lpad(t.place::text, 7, '0') || 'V'
    from moves t join ends e on e.stage_id = t.stage_id
    where d.org_id = app.org_id() and d.id = t.id and d.stage_id = any (stages)
$$;

-- New deals need a pipeline: the default one cannot be archived.
create or replace function app.check_pipeline_change(pipeline uuid, change jsonb) returns void language plpgsql as $$
declare p pipelines; archived boolean;
begin
  select * into p from pipelines x where x.org_id = app.org_id() and x.id = pipeline;
  archived := coalesce((change->>'archived')::boolean, p.archived_at is not null);
  perform app.ensure_fields(array[case when archived and change ? 'is_default'
      then 'body.is_default: an archived pipeline cannot be the default one; restore it first' end]),
    app.ensure(not archived or not p.is_default, 'WM409', 'new deals go to this pipeline; make another one the default first');
end $$;

-- Deletes a pipeline; its deals, and the default flag, go to another one.
create or replace function app.delete_pipeline(pipeline uuid, target uuid) returns void language plpgsql as $$
declare deleted pipelines; successor pipelines; stages uuid[];
begin
  select * into deleted from pipelines p where p.org_id = app.org_id() and p.id = pipeline;
  select * into successor from pipelines p where p.org_id = app.org_id() and p.id = target;
  perform 1 from pipeline_stages s where s.org_id = deleted.org_id and s.pipeline_id in (deleted.id, successor.id)
    order by s.id for no key update;
  stages := array(select s.id from pipeline_stages s where s.org_id = deleted.org_id and s.pipeline_id = deleted.id);
  perform app.ensure_fields(array['query.move_to: ' || case when target = deleted.id then 'the pipeline itself'
      when target is not null and successor.id is null then 'not found'
      when successor.archived_at is not null then 'archived; restore it first' end]),
    app.ensure(deleted.archived_at is not null or exists (select from pipelines p where p.org_id = deleted.org_id
      and p.id <> deleted.id and p.archived_at is null), 'WM409',
        'it is the only pipeline in use; create or restore another one first'),
    app.ensure(successor.id is not null or not exists (select from deals d where d.org_id = deleted.org_id
      and d.stage_id = any (stages)), 'WM409', 'the pipeline has deals; name the pipeline that takes them in move_to'
        || case when deleted.archived_at is null then ', or archive it' else '' end);
  perform app.move_deals(stages, successor.id, null);
  delete from pipelines p where p.org_id = deleted.org_id and p.id = deleted.id;
  if deleted.is_default then
    update pipelines p set is_default = true where p.org_id = deleted.org_id and p.id = coalesce(successor.id, (select o.id
      from pipelines o where o.org_id = deleted.org_id and o.archived_at is null order by o.position, o.id limit 1));
  end if;
end $$;

-- Deletes a stage; its deals go to another stage of the pipeline.
create or replace function app.delete_stage(stage uuid, target uuid) returns void language plpgsql as $$
declare deleted pipeline_stages; successor uuid;
begin
  select * into deleted from pipeline_stages s where s.org_id = app.org_id() and s.id = stage;
  select s.id into successor from pipeline_stages s where s.org_id = deleted.org_id and s.pipeline_id = deleted.pipeline_id
    and s.id = target for no key update;
  perform app.ensure_fields(array['query.move_to: ' || case when target = deleted.id then 'the stage itself'
      when target is not null and successor is null then 'not found in the pipeline' end]),
    app.ensure(exists (select from pipeline_stages s where s.org_id = deleted.org_id and s.pipeline_id = deleted.pipeline_id
      and s.id <> deleted.id), 'WM409', 'it is the only stage of the pipeline; add another one first'),
    app.ensure(successor is not null or not exists (select from deals d where d.org_id = deleted.org_id
      and d.stage_id = deleted.id),
      'WM409', 'the stage has deals; name the stage that takes them in move_to');
  perform app.move_deals(array[deleted.id], deleted.pipeline_id, successor);
  delete from pipeline_stages s where s.org_id = deleted.org_id and s.id = deleted.id;
  update pipeline_stages s set position = s.position - 1 where s.org_id = deleted.org_id and s.pipeline_id = deleted.pipeline_id
    and s.position > deleted.position;
end $$;
