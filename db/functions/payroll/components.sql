-- What a component may be, and its versions by date.

create or replace function app.save_component(component uuid, since date, input jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare c payroll_components; v payroll_component_versions; before payroll_component_versions;
begin
  select x.* into c from payroll_components x where x.org_id = org_id() and x.id = component;
  select x.* into before from payroll_component_versions x where x.org_id = org_id()
    and x.component_id = component and x.valid_from <= since order by x.valid_from desc limit 1;
  v := jsonb_populate_record(before, input);
  if v.calc <> 'percent' then v.rate := null; end if;
  if v.calc not in ('fixed', 'hours') then v.amount_minor := null; else v.base := '{}'; end if;
  if v.calc <> 'brackets' then v.brackets := null; end if;
  if v.calc not in ('percent', 'brackets') then v.floor_minor := null; v.cap_minor := null; end if;
  perform ensure_fields(array[
    case when v.calc in ('percent', 'brackets') and cardinality(coalesce(v.base, '{}')) = 0
      then 'body.base: required; send codes, base, gross or taxable' end,
    case when v.calc = 'percent' and v.rate is null and c.applies_to = 'all' then 'body.rate: required' end,
    case when v.calc = 'brackets' and v.brackets is null then 'body.brackets: required' end,
    case when v.calc in ('fixed', 'hours') and v.amount_minor is null and c.applies_to = 'all'
      then 'body.amount_minor: required, unless it applies to those listed' end,
    case when v.floor_minor > v.cap_minor then 'body.cap_minor: must not be less than floor_minor' end,
    case when c.kind = 'earning' and v.base && '{gross,taxable}' then
      'body.base: earnings make up gross; send base or the codes of other earnings' end,
    (select 'body.base: no component has the code ' || b from unnest(v.base) b
      where lower(b) not in ('base', 'gross', 'taxable', lower(c.code)) and not exists (select
        from payroll_components o where o.org_id = org_id() and lower(o.code) = lower(b)) limit 1),
    (select 'body.base: ' || o.code || ' is of a kind that is computed later' from unnest(v.base) b
      join payroll_components o on o.org_id = org_id() and lower(o.code) = lower(b) and o.id <> c.id
      where array_position(array['earning', 'deduction', 'employer'], o.kind::text)
        > array_position(array['earning', 'deduction', 'employer'], c.kind::text) limit 1)]);
  insert into payroll_component_versions as x (component_id, valid_from, calc, base, rate, amount_minor,
      brackets, floor_minor, cap_minor, source)
    values (component, since, v.calc, coalesce(v.base, '{}'), v.rate, v.amount_minor, v.brackets,
      v.floor_minor, v.cap_minor, v.source)
    on conflict (org_id, component_id, valid_from) do update set calc = excluded.calc, base = excluded.base,
      rate = excluded.rate, amount_minor = excluded.amount_minor, brackets = excluded.brackets,
      floor_minor = excluded.floor_minor, cap_minor = excluded.cap_minor, source = excluded.source;
  perform check_component_cycle(component);
end $$;

-- Raises 422 where a component is based on itself, by whatever versions.
create or replace function app.check_component_cycle(component uuid) returns void
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare circle text;
begin
  with recursive follows as (
    select distinct lower(c.code) as code, lower(b) as based_on from payroll_components c
      join payroll_component_versions v on v.org_id = c.org_id and v.component_id = c.id
      cross join unnest(v.base) b where c.org_id = org_id()),
  reached as (
    select f.code, f.based_on, f.code || ' → ' || f.based_on as way from follows f
      where f.code = (select lower(c.code) from payroll_components c where c.org_id = org_id()
        and c.id = component)
    union select r.code, f.based_on, r.way || ' → ' || f.based_on from reached r
      join follows f on f.code = r.based_on where r.based_on <> r.code and length(r.way) < 500)
  select r.way into circle from reached r where r.based_on = r.code limit 1;
  perform ensure_fields(array['body.base: is based on itself: ' || circle]);
end $$;
