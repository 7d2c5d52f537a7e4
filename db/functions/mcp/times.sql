-- Days and moments as people say them, for tools, in the caller's time zone: `tomorrow 9:30`, `friday`, `in 2
-- hours`, `7d`, `2026-11-27T09:00`. A number of days alone lies ahead, or before now where one looks back. A
-- day is its first or last moment in a filter, and nine in the morning elsewhere. A weekday before a date is
-- that of the date, or nothing is meant.
create or replace function app.said_moment(said text, looks_back boolean, day_time time) returns timestamptz
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare zone text := own_zone(); local_now timestamp := now() at time zone zone;
  words text := regexp_replace(lower(btrim(said)), '\s+', ' ', 'g');
  iso text := '^\d{4}-\d\d-\d\d[t ]\d\d:\d\d(:\d\d(\.\d+)?)?'; part text[]; day date; clock time;
begin
  part := regexp_match(words, '^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? (\d{4}-\d\d-\d\d.*)$');
  if part is not null then
    if to_char(left(part[2], 10)::date, 'dy') <> part[1] then return null; end if;
    words := part[2];
  end if;
  if words ~ (iso || ' ?(z|[+-]\d\d:?\d\d)$') then return words::timestamptz; end if;
  if words ~ (iso || '$') then return from_local_time(words::timestamp, zone); end if;
  if words in ('now', '@now') then return now(); end if;
  part := regexp_match(words,
    '^(in |[+-])?(\d{1,4}) ?(min|minutes?|h|hours?|d|days?|w|weeks?|months?|y|years?)( ago)?$');
  if part is not null then
    return from_local_time(local_now
      + (part[2] || case left(part[3], 2) when 'mi' then 'minutes' when 'mo' then 'months'
        else case left(part[3], 1) when 'h' then 'hours' when 'd' then 'days' when 'w' then 'weeks'
          else 'years' end end)::interval
      * case when part[1] = '-' or part[4] is not null or part[1] is null and looks_back then -1 else 1 end,
      zone);
  end if;
  part := regexp_match(words, '^(?:(@?today|tomorrow|yesterday|\d{4}-\d\d-\d\d'
    '|(?:next )?(?:sun|mon|tues|wednes|thurs|fri|satur)day)'
    '(?: at)?)? ?(?:(\d{1,2})(?::(\d\d))? ?(am|pm)?|(noon|midnight))?$');
  if part is null or words = '' or part[1] is null and part[3] is null and part[4] is null and part[5] is null
    then return null; end if;
  day := local_now::date + case when part[1] is null or part[1] like '%today' then 0
    when part[1] = 'tomorrow' then 1
    when part[1] = 'yesterday' then -1 when part[1] ~ '^\d' then part[1]::date - local_now::date
    else 1 + (array_position(array['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
        left(replace(part[1], 'next ', ''), 3))
      - 2 - extract(dow from local_now)::int + 7) % 7 end;
  clock := case when part[5] = 'noon' then '12:00' when part[5] = 'midnight' then '00:00'
    when part[2] is null then day_time
    else make_time(case when part[4] is null then part[2]::int
      else part[2]::int % 12 + case part[4] when 'pm' then 12 else 0 end end, coalesce(part[3]::int, 0), 0) end;
  return from_local_time(day + clock, zone);
exception when datetime_field_overflow or invalid_datetime_format or invalid_text_representation then
  return null;
end $$;

-- What a slot of a tool that takes a day or a moment means, as candidates: one, or none.
-- query: {kind, said, looks_back, day_time}.
create or replace function app.said_times(query jsonb) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('id', case when query->>'kind' = 'day'
      then app.local_day(m.at, app.own_zone())::text else app.utc(m.at) end, 'label', '')), '[]')
    from app.said_moment(query->>'said', (query->>'looks_back')::boolean, (query->>'day_time')::time) m(at)
    where m.at is not null
$$;
