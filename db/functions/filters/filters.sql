-- The order of a person's saved filters: the rank next to another of them, else behind them all. One person's places
-- are given one after another. Where there is no room the ranks are spread again: nobody's change.
create or replace function app.filter_rank(person uuid, placed uuid, before uuid, after uuid) returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare mark text; low text; high text; made text; item record; last text; was text;
begin
  perform pg_advisory_xact_lock(hashtextextended('filters:' || org_id()::text || person::text, 0));
  for attempt in 1 .. 2 loop
    mark := (select f.rank from saved_filters f where f.org_id = org_id() and f.id = coalesce(before, after));
    select max(f.rank) filter (where case when before is not null then f.rank < mark when after is not null
          then f.rank <= mark else true end),
        min(f.rank) filter (where case when before is not null then f.rank >= mark else f.rank > mark end)
      into low, high from saved_filters f
      where f.org_id = org_id() and f.owner_id = person and f.deleted_at is null and f.id is distinct from placed;
    made := rank_between(low, high);
    exit when length(made) <= 100;
    was := app.suppress_audit();
    for item in select f.id from saved_filters f
        where f.org_id = org_id() and f.owner_id = person and f.deleted_at is null
          and f.id is distinct from placed order by f.rank, f.id loop
      last := rank_between(last, null);
      update saved_filters f set rank = last where f.org_id = org_id() and f.id = item.id;
    end loop;
    perform set_config('app.suppress_audit', was, true);
  end loop;
  return made;
end $$;
