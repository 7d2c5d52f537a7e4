-- Key results that are bound to a figure. They are one number, whoever reads them: computed as an admin
-- would, but over no private project unless the objective is private. Rows are read with the policies of the
-- service, so this runs as the caller, before what computes progress, and leaves the values in a setting of
-- the transaction.

-- The key results under these objectives and what counts in them whose value is a figure.
create or replace function app.bound_to_figures(wanted uuid[]) returns table (id uuid, query jsonb, is_private
  boolean)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select k.id, k.bi_query, o.visibility = 'private' from objectives_counted(wanted) c
    join okr_objectives o on o.org_id = org_id() and o.id = c.id and is_open(o)
    join okr_key_results k on k.org_id = o.org_id and k.objective_id = o.id and k.deleted_at is null
      and k.metric_type = 'bi'
$$;

create or replace function app.private_projects() returns uuid[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select array(select p.id from projects p where p.org_id = org_id() and p.visibility <> 'organization')
$$;

-- {value} of a figure, or {reason}.
create or replace function app.figure_of(query jsonb) returns jsonb language plpgsql as $$
declare answer jsonb := app.bi_run(query); value text;
begin
  if answer ? 'error' then return '{"reason": "source_gone"}'; end if;
  value := answer #>> array['totals', '0', query #>> '{measures,0}'];
  return jsonb_strip_nulls(jsonb_build_object('value', value::numeric,
    'reason', case when value is null then 'no_value' end));
end $$;

create or replace function app.keep_figures(wanted uuid[]) returns void language plpgsql as $$
declare k record; figures jsonb := '{}'; rank text := current_setting('app.rank', true);
  hidden text := current_setting('app.hidden_projects', true);
begin
  for k in select * from app.bound_to_figures(wanted) loop
    perform set_config('app.rank', '40', true),
      set_config('app.hidden_projects', case when k.is_private then '{}' else app.private_projects()::text
        end, true);
    figures := figures || jsonb_build_object(k.id, app.figure_of(k.query));
    perform set_config('app.rank', rank, true), set_config('app.hidden_projects', hidden, true);
  end loop;
  perform set_config('app.figures', figures::text, true);
end $$;

-- The same for an answer to which blocks are closed: key results that are bound to their sources have no
-- figure in it.
create or replace function app.keep_open_figures(wanted uuid[], closed text) returns void
language plpgsql as $$
begin
  perform app.keep_figures(wanted), set_config('app.closed_blocks', closed, true);
end $$;

-- What was kept of a key result; null where nothing was.
create or replace function app.kept_figure(key_result uuid) returns jsonb language sql stable as $$
  select nullif(current_setting('app.figures', true), '')::jsonb->key_result::text
$$;
