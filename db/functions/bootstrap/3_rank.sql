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
declare n int := 0; low_digit int; high_digit int; middle int;
begin
  if b is not null and a collate "C" >= b collate "C" then
    raise exception 'rank_midpoint: % is not before %', a, b;
  end if;
  if b is not null then
    while coalesce(nullif(substr(a, n + 1, 1), ''), '0') = substr(b, n + 1, 1) loop n := n + 1; end loop;
    if n > 0 then return substr(b, 1, n) || app.rank_midpoint(substr(a, n + 1), substr(b, n + 1)); end if;
  end if;
  low_digit := case when a <> '' then app.rank_digit(substr(a, 1, 1)) else 0 end;
  high_digit := case when b is not null then app.rank_digit(substr(b, 1, 1)) else 62 end;
  if high_digit - low_digit > 1 then
    middle := round((low_digit + high_digit) / 2.0);
    return app.rank_char(middle);
  end if;
  if b is not null and length(b) > 1 then return substr(b, 1, 1); end if;
  return app.rank_char(low_digit) || app.rank_midpoint(substr(a, 2), null);
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
declare integer_a text; integer_b text; next_integer text;
begin
  if a is null and b is null then return 'a0'; end if;
  if a is null then
    integer_b := app.rank_integer(b);
    if integer_b = 'A' || repeat('0', 26) then
      return integer_b || app.rank_midpoint('', substr(b, length(integer_b) + 1));
    end if;
    if integer_b collate "C" < b collate "C" then return integer_b; end if;
    return app.rank_step(integer_b, false);
  end if;
  integer_a := app.rank_integer(a);
  if b is null then
    next_integer := app.rank_step(integer_a, true);
    return coalesce(next_integer, integer_a || app.rank_midpoint(substr(a, length(integer_a) + 1), null));
  end if;
  integer_b := app.rank_integer(b);
  if integer_a = integer_b then
    return integer_a || app.rank_midpoint(substr(a, length(integer_a) + 1), substr(b, length(integer_b) + 1));
  end if;
  next_integer := app.rank_step(integer_a, true);
  if next_integer collate "C" < b collate "C" then return next_integer; end if;
  return integer_a || app.rank_midpoint(substr(a, length(integer_a) + 1), null);
end $$;
