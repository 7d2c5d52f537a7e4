-- User-defined orderings: a rank (see ground/3_rank.sql) between those of two neighbours.

-- The rank for {before_id?, after_id?, position?: top | bottom} among the rows that `scope` selects (a
-- condition on `r`); last by default, and unchanged if the row is already there. If there is no room, or the
-- rank would exceed 100 characters, the rows are rebalanced first. Callers must hold a lock that serializes
-- placements in the scope.
create or replace function app.rank_for_place(list regclass, scope text, moved_id uuid, placement jsonb) returns text
language plpgsql as $$
declare neighbour_rank text; lower_rank text; upper_rank text; current_rank text; new_rank text;
  siblings text := format('from %s r where r.org_id = app.org_id() and %s and r.id is distinct from $1', list, scope);
begin
  for attempt in 1 .. 2 loop
    execute format('select (select r.rank from %1$s r where r.org_id = app.org_id() and r.id = $1),
        (select r.rank from %1$s r where r.org_id = app.org_id() and r.id = $2)', list)
      into neighbour_rank, current_rank using coalesce(placement->>'before_id', placement->>'after_id')::uuid, moved_id;
    if placement->>'before_id' is not null or placement->>'position' = 'top' then
      if neighbour_rank is null then
        execute 'select r.rank ' || siblings || ' order by r.rank limit 1' into neighbour_rank using moved_id;
      end if;
      upper_rank := neighbour_rank;
      execute 'select r.rank ' || siblings || ' and r.rank < $2 order by r.rank desc limit 1'
        into lower_rank using moved_id, upper_rank;
    else
      if neighbour_rank is null then
        execute 'select r.rank ' || siblings || ' order by r.rank desc limit 1' into neighbour_rank using moved_id;
      end if;
      lower_rank := neighbour_rank;
      execute 'select r.rank ' || siblings || ' and r.rank > $2 order by r.rank limit 1'
        into upper_rank using moved_id, lower_rank;
    end if;
    if attempt = 1 and length(current_rank) <= 100 and (lower_rank is null or current_rank > lower_rank collate "C")
        and (upper_rank is null or current_rank < upper_rank collate "C") then return current_rank; end if;
    if lower_rank is null or upper_rank is null or lower_rank < upper_rank collate "C" then
      new_rank := app.rank_between(lower_rank, upper_rank);
      if length(new_rank) <= 100 then return new_rank; end if;
    end if;
    perform app.rebalance_ranks(list, scope, moved_id);
  end loop;
  return new_rank;
end $$;

-- Rebalances the ranks of the selected rows, keeping their order, except the row being placed: it is about to
-- be written, and no statement updates a row twice. New ranks sort after all old ones, so that none collide.
-- Leaves no events, audit entries or versions.
create or replace function app.rebalance_ranks(list regclass, scope text, moved_id uuid) returns void language plpgsql as $$
declare ids uuid[] := '{}'; ranks text[] := '{}'; id uuid; last text; saved text;
begin
  execute format('select max(r.rank) from %s r where r.org_id = app.org_id() and %s', list, scope) into last;
  for id in execute format('select r.id from %s r where r.org_id = app.org_id() and %s and r.id is distinct from $1
      order by r.rank, r.id', list, scope) using moved_id loop
    last := app.rank_between(last, null);
    ids := ids || id; ranks := ranks || last;
  end loop;
  saved := app.suppress_audit();
  execute format('update %s t set rank = n.rank from unnest($1, $2) n(id, rank)
    where t.org_id = app.org_id() and t.id = n.id', list) using ids, ranks;
  perform set_config('app.suppress_audit', saved, true);
end $$;

-- Puts a row of an organization's ordered list at a position, 1 for the first; at the end if none is given.
-- Positions have no gaps; archived rows have none.
create or replace function app.move_to_position(list regclass, moved_id uuid, new_position int) returns void
language plpgsql as $$
begin
  execute format($q$ with ordered as (select x.id, coalesce(x.id = $1, false) as moves,
      row_number() over (partition by coalesce(x.id = $1, false) order by x.position, x.id) as n
    from %1$s x where x.org_id = app.org_id() and to_jsonb(x)->>'archived_at' is null),
  positioned as (select l.id, row_number() over (
    order by case when l.moves then coalesce($2, 1000) - 0.5 else l.n end)::int as new_position
    from ordered l)
  update %1$s r set position = n.new_position from positioned n
    where r.org_id = app.org_id() and r.id = n.id and r.position <> n.new_position $q$, list) using moved_id, new_position;
end $$;
