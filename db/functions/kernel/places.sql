-- User-defined orderings: a rank (see ground/3_rank.sql) between those of two neighbours.

-- The rank for {before_id?, after_id?, position?: top | bottom} among the rows that `scope` selects (a condition on
-- `r`); last by default, and unchanged if the row is already there. If there is no room, or the rank would exceed 100
-- characters, the rows are rebalanced first. Callers must hold a lock that serializes placements in the scope.
create or replace function app.rank_for_place(of regclass, scope text, placed uuid, wish jsonb) returns text
language plpgsql as $$
declare mark text; low text; high text; own text; made text;
  others text := format('from %s r where r.org_id = app.org_id() and %s and r.id is distinct from $1', of, scope);
begin
  for attempt in 1 .. 2 loop
    execute format('select (select r.rank from %1$s r where r.org_id = app.org_id() and r.id = $1),
        (select r.rank from %1$s r where r.org_id = app.org_id() and r.id = $2)', of)
      into mark, own using coalesce(wish->>'before_id', wish->>'after_id')::uuid, placed;
    if wish->>'before_id' is not null or wish->>'position' = 'top' then
      if mark is null then execute 'select r.rank ' || others || ' order by r.rank limit 1' into mark using placed; end if;
      high := mark;
      execute 'select r.rank ' || others || ' and r.rank < $2 order by r.rank desc limit 1' into low using placed, high;
    else
      if mark is null then execute 'select r.rank ' || others || ' order by r.rank desc limit 1' into mark using placed; end if;
      low := mark;
      execute 'select r.rank ' || others || ' and r.rank > $2 order by r.rank limit 1' into high using placed, low;
    end if;
    if attempt = 1 and length(own) <= 100 and (low is null or own > low collate "C")
        and (high is null or own < high collate "C") then return own; end if;
    if low is null or high is null or low < high collate "C" then
      made := app.rank_between(low, high);
      if length(made) <= 100 then return made; end if;
    end if;
    perform app.rebalance_ranks(of, scope, placed);
  end loop;
  return made;
end $$;

-- Rebalances the ranks of the selected rows, keeping their order, except the row being placed: it is about to be
-- written, and no statement updates a row twice. New ranks sort after all old ones, so that none collide. Leaves no
-- events, audit entries or versions.
create or replace function app.rebalance_ranks(of regclass, scope text, placed uuid) returns void language plpgsql as $$
declare ids uuid[] := '{}'; ranks text[] := '{}'; id uuid; last text; saved text;
begin
  execute format('select max(r.rank) from %s r where r.org_id = app.org_id() and %s', of, scope) into last;
  for id in execute format('select r.id from %s r where r.org_id = app.org_id() and %s and r.id is distinct from $1
      order by r.rank, r.id', of, scope) using placed loop
    last := app.rank_between(last, null);
    ids := ids || id; ranks := ranks || last;
  end loop;
  saved := app.suppress_audit();
  execute format('update %s t set rank = n.rank from unnest($1, $2) n(id, rank)
    where t.org_id = app.org_id() and t.id = n.id', of) using ids, ranks;
  perform set_config('app.suppress_audit', saved, true);
end $$;

-- Puts a row of an organization's ordered list at a position, 1 for the first; at the end if none is given. Positions
-- have no gaps; archived rows have none.
create or replace function app.move_to_position(list regclass, moved uuid, place int) returns void language plpgsql as $$
begin
  execute format($q$ with listed as (select x.id, coalesce(x.id = $1, false) as moves,
      row_number() over (partition by coalesce(x.id = $1, false) order by x.position, x.id) as n
    from %1$s x where x.org_id = app.org_id() and to_jsonb(x)->>'archived_at' is null),
  placed as (select l.id, row_number() over (order by case when l.moves then coalesce($2, 1000) - 0.5 else l.n end)::int as place
    from listed l)
  update %1$s r set position = n.place from placed n
    where r.org_id = app.org_id() and r.id = n.id and r.position <> n.place $q$, list) using moved, place;
end $$;
