-- The order of a person's notes, and turning notes into tasks or documents.

-- Next to another note, else first. Placements are serialized per person.
create or replace function app.note_rank(note uuid, before uuid, after uuid) returns text language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('notes:' || app.org_id()::text || app.user_id()::text, 0));
  return app.rank_for_place('notes', format('r.user_id = %L and r.deleted_at is null', app.user_id()), note,
    jsonb_build_object('before_id', before, 'after_id', after) || case when after is null then '{"position": "top"}' else '{}' end::jsonb);
end $$;

-- A note as a draft: its title, or its first non-blank line.
create or replace function app.note_as_draft(note uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('title', left(coalesce(nullif(n.title, ''),
      (select btrim(l) from string_to_table(n.body, E'\n') with ordinality x(l, place)
        where l ~ '[^[:space:]]' order by place limit 1)), 200), 'body', n.body, 'labels', to_jsonb(n.labels))
    from notes n where n.org_id = app.org_id() and n.user_id = app.user_id() and n.id = note
$$;

-- Tags a task by name; names unknown to both the organization and the project become project tags.
create or replace function app.tag_task(task uuid, labels text[]) returns void language plpgsql as $$
declare project uuid := (select t.project_id from tasks t where t.org_id = app.org_id() and t.id = task);
begin
  if cardinality(labels) = 0 then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('tags:' || app.org_id()::text, 0));
  insert into tags (name, project_id) select distinct on (app.folded(l)) l, project from unnest(labels) l
    where not exists (select from tags g where g.org_id = app.org_id() and g.deleted_at is null
      and app.folded(g.name) = app.folded(l) and (g.project_id is null or g.project_id = project));
  insert into task_tags (task_id, tag_id) select task, g.id from tags g
    where g.org_id = app.org_id() and g.deleted_at is null and (g.project_id is null or g.project_id = project)
      and app.folded(g.name) in (select app.folded(l) from unnest(labels) l) on conflict do nothing;
end $$;
