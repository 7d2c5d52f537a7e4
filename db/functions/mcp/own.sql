-- The ids of those objects that no stranger wrote, as far as the caller may see them: of a list of {kind, id}.
create or replace function app.own_among(refs jsonb) returns json language sql stable as $$
  select coalesce(json_agg(f.id), '[]') from (
    select t.id from tasks t where t.org_id = (select app.org_id()) and t.external_source is null
      and t.id in (select (r->>'id')::uuid from jsonb_array_elements(refs) r where r->>'kind' = 'task')
    union all select t.id from tickets t where t.org_id = (select app.org_id()) and t.channel = 'agent'
      and t.id in (select (r->>'id')::uuid from jsonb_array_elements(refs) r where r->>'kind' = 'ticket')) f
$$;
