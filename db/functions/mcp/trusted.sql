-- The ids of those objects that no stranger wrote, as far as the caller may see them: of a list of
-- {kind, id}.
create or replace function app.trusted_among(refs jsonb) returns json language sql stable as $$
  select coalesce(json_agg(f.id), '[]') from (
    select t.id from tasks t where t.org_id = (select app.org_id()) and t.external_source is null
      and t.id in (select (r->>'id')::uuid from jsonb_array_elements(refs) r where r->>'kind' = 'task')
    union all select t.id from tickets t where t.org_id = (select app.org_id()) and t.channel = 'agent'
      and t.id in (select (r->>'id')::uuid from jsonb_array_elements(refs) r where r->>'kind' = 'ticket')
    -- What begins with the key of a task bills its time, and goes on with its title; copies are known by that
    -- alone.
    union all select l.id from invoice_lines l where l.org_id = (select app.org_id())
      and l.id in (select (r->>'id')::uuid from jsonb_array_elements(refs) r
        where r->>'kind' = 'invoice_line')
      and (l.description !~ '^[A-Z][A-Z0-9]{1,9}-[1-9][0-9]{0,8} ' or exists (select from tasks t
        join projects p on p.org_id = t.org_id and p.id = t.project_id where t.org_id = l.org_id and t.external_source is null
          and p.key || '-' || t.number = split_part(l.description, ' ', 1)))) f
$$;
