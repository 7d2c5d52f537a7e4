-- Tasks of shared projects in search, only where they are asked for. Nothing is indexed: each share is entered and
-- looked through, with what it shows and no more.

create or replace function app.search_shared(params jsonb) returns json
language plpgsql stable security definer set search_path = public, app, pg_temp
set plan_cache_mode = force_custom_plan as $$
declare here jsonb := entered(); s record; hits jsonb := '[]'; since timestamptz := params->>'updated_since';
  words text[] := array(select '%' || replace(replace(w, '%', '\%'), '_', '\_') || '%'
    from unnest(string_to_array(trim(normalized_words(params->>'q')), ' ')) w limit 10);
begin
  for s in select x.id, x.owner_name from incoming_shares() x
      where app.role_level() >= 20 and only_project() is null and params->>'project_id' is null
        and x.available
      order by x.accepted_at desc, x.id limit 50 loop
    perform enter_share(s.id);
    hits := hits || (select coalesce(jsonb_agg(to_jsonb(h)), '[]') from (
      select 'shared_task' as type, t.id, p.key || '-' || t.number as key,
          shared_text(t.title) as title, s.owner_name as origin, null as project,
          jsonb_build_object('type', 'share', 'id', s.id, 'key', null) as subject, 1 as score,
          left(shared_text(coalesce(t.description, '')), 300) as passage,
          utc(coalesce(changed.at, t.created_at)) as updated_at
        from projects p join tasks t on t.org_id = p.org_id and t.project_id = p.id
            and t.deleted_at is null
          cross join lateral (select max(e.created_at) as at from task_events e where e.org_id = t.org_id
            and e.task_id = t.id and e.field = any (shared_fields())) changed
        where p.org_id = org_id() and p.id = only_project()
          and (t.archived_at is null and p.archived_at is null or (params->>'archived')::boolean is true)
          and plain(concat_ws(' ', p.key || '-' || t.number, t.title, shared_text(t.description))) like all (words)
          and (since is null or coalesce(changed.at, t.created_at) >= since)
        order by coalesce(changed.at, t.created_at) desc, t.id limit 200) h);
    perform come_back(here);
  end loop;
  return (select json_build_object('items', coalesce((
      select jsonb_agg(h.hit order by h.hit->>'updated_at' desc, h.hit->>'id')
        from (select x.hit from jsonb_array_elements(hits) x(hit)
          order by x.hit->>'updated_at' desc, x.hit->>'id'
          offset (params->>'offset')::int limit (params->>'limit')::int) h), '[]'),
      'words', trim(normalized_words(params->>'q')), 'total', least(jsonb_array_length(hits), 1000),
      'limit', (params->>'limit')::int, 'offset', (params->>'offset')::int,
      'counts_by_type', jsonb_build_object('shared_task', least(jsonb_array_length(hits), 1000))));
end $$;
