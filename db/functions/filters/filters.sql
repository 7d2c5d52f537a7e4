-- The order of a person's saved filters: next to another, else last. Placements are serialized per person.
create or replace function app.filter_rank(person uuid, filter uuid, before uuid, after uuid) returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('filters:' || org_id()::text || person::text, 0));
  return rank_for_place('saved_filters', format('r.owner_id = %L and r.deleted_at is null', person), filter,
    jsonb_build_object('before_id', before, 'after_id', after));
end $$;
