-- Fractional indexing over base-62 text (the scheme of David Greenspan's "Implementing Fractional Indexing",
-- with keys equal to those of the npm package fractional-indexing 4).

create or replace function app.rank_digit(c text) returns int language sql immutable parallel safe strict
  as $$ select strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', c) - 1 $$;
create or replace function app.rank_char(d int) returns text language sql immutable parallel safe strict
  as $$ select substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', d + 1, 1) $$;

create or replace function app.rank_head_length(head text) returns int language sql immutable parallel safe strict
  as $$ select case when head ~ '[a-z]' then ascii(head) - ascii('a') + 2 else ascii('Z') - ascii(head) + 2 end $$;

create or replace function app.rank_integer(key text) returns text language sql immutable parallel safe strict
  as $$ select substr(key, 1, app.rank_head_length(substr(key, 1, 1))) $$;

create or replace function app.rank_midpoint(a text, b text) returns text language plpgsql immutable parallel safe as $$
declare n int := 0; low int; high int; middle int;
begin
  if b is not null and a collate "C" >= b collate "C" then
    raise exception 'rank_midpoint: % is not before %', a, b;
  end if;
  if b is not null then
    while coalesce(nullif(substr(a, n + 1, 1), ''), '0') = substr(b, n + 1, 1) loop n := n + 1; end loop;
    if n > 0 then return substr(b, 1, n) || app.rank_midpoint(substr(a, n + 1), substr(b, n + 1)); end if;
  end if;
  low := case when a <> '' then app.rank_digit(substr(a, 1, 1)) else 0 end;
  high := case when b is not null then app.rank_digit(substr(b, 1, 1)) else 62 end;
  if high - low > 1 then
    middle := round((low + high) / 2.0);
    return app.rank_char(middle);
  end if;
  if b is not null and length(b) > 1 then return substr(b, 1, 1); end if;
  return app.rank_char(low) || app.rank_midpoint(substr(a, 2), null);
end $$;

create or replace function app.rank_step(x text, up boolean) returns text language plpgsql immutable parallel safe as $$
declare head text := substr(x, 1, 1); digits text := substr(x, 2); i int := length(x) - 1; d int; h text;
begin
  while i >= 1 loop
    d := app.rank_digit(substr(digits, i, 1)) + case when up then 1 else -1 end;
    if d between 0 and 61 then
      return head || substr(digits, 1, i - 1) || app.rank_char(d) || substr(digits, i + 1);
    end if;
    digits := substr(digits, 1, i - 1) || case when up then '0' else 'z' end || substr(digits, i + 1);
    i := i - 1;
  end loop;
  if up then
    if head = 'Z' then return 'a0'; end if;
    if head = 'z' then return null; end if;
    h := chr(ascii(head) + 1);
    return h || case when h > 'a' collate "C" then digits || '0' else substr(digits, 1, length(digits) - 1) end;
  end if;
  if head = 'a' then return 'Zz'; end if;
  if head = 'A' then return null; end if;
  h := chr(ascii(head) - 1);
  return h || case when h < 'Z' collate "C" then digits || 'z' else substr(digits, 1, length(digits) - 1) end;
end $$;

-- A key strictly between two neighbours; null means "no neighbour on that side".
create or replace function app.rank_between(a text, b text) returns text language plpgsql immutable parallel safe as $$
declare ia text; ib text; stepped text;
begin
  if a is null and b is null then return 'a0'; end if;
  if a is null then
    ib := app.rank_integer(b);
    if ib = 'A' || repeat('0', 26) then return ib || app.rank_midpoint('', substr(b, length(ib) + 1)); end if;
    if ib collate "C" < b collate "C" then return ib; end if;
    return app.rank_step(ib, false);
  end if;
  ia := app.rank_integer(a);
  if b is null then
    stepped := app.rank_step(ia, true);
    return coalesce(stepped, ia || app.rank_midpoint(substr(a, length(ia) + 1), null));
  end if;
  ib := app.rank_integer(b);
  if ia = ib then return ia || app.rank_midpoint(substr(a, length(ia) + 1), substr(b, length(ib) + 1)); end if;
  stepped := app.rank_step(ia, true);
  if stepped collate "C" < b collate "C" then return stepped; end if;
  return ia || app.rank_midpoint(substr(a, length(ia) + 1), null);
end $$;
