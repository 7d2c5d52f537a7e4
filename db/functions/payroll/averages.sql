-- What people are paid in the mean, by department, for those who may not see what each of them is paid.
-- Groups are apart from each other and no sum of them is told, and none is told of fewer than three people. A
-- figure is of the first day of a quarter, by what was known on that day. It gives way to a newer one only
-- where that differs from each earlier one in three people at least, or in nobody: taking one from another,
-- today or over time, tells nothing of one or two.

-- Who was employed on a day and in which department, as it was known on that day: what is changed for then
-- afterwards moves no figure of it.
create or replace function app.employed_on(day date) returns table (employee_id uuid, department_id uuid)
language sql stable security definer rows 1000 set search_path = public, app, pg_temp as $$
  select e.employee_id, p.department_id
    from (select m.employee_id from employments m where m.org_id = org_id() and m.valid @> employed_on.day
        and m.updated_at < employed_on.day
      union select v.employee_id from employment_versions v where v.org_id = org_id()
        and v.kind = 'employment' and v.valid @> employed_on.day and v.known_from < employed_on.day
        and v.known_until >= employed_on.day) e
      left join lateral (select x.department_id from (
          select c.department_id, c.updated_at as since from employee_positions c where c.org_id = org_id()
            and c.employee_id = e.employee_id and c.valid @> employed_on.day
            and c.updated_at < employed_on.day
          union all select v.department_id, v.known_from from employment_versions v where v.org_id = org_id()
            and v.employee_id = e.employee_id and v.kind = 'position' and v.valid @> employed_on.day
            and v.known_from < employed_on.day and v.known_until >= employed_on.day) x
        order by x.since desc limit 1) p on true
$$;

create or replace function app.keep_version() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into employment_versions (org_id, employee_id, kind, valid, department_id, known_from)
    select old.org_id, old.employee_id,
        case tg_table_name when 'employments' then 'employment' else 'position' end, old.valid,
        (to_jsonb(old)->>'department_id')::uuid, old.updated_at
      where exists (select from employees e where e.org_id = old.org_id and e.id = old.employee_id);
  return null;
end $$;
create or replace trigger keep_version after update or delete on employments for each row
  execute function app.keep_version();
create or replace trigger keep_version after update or delete on employee_positions for each row
  execute function app.keep_version();

-- What everybody was paid on a day, as it was known on that day: for a year, or for an hour.
create or replace function app.pay_known_on(day date) returns table (department_id uuid, currency text,
  per text, employee_id uuid, amount numeric) language sql stable security definer rows 1000
set search_path = public, app, pg_temp as $$
  select m.department_id, c.currency::text, case c.pay_basis when 'hourly' then 'hour' else 'year' end,
      m.employee_id, c.amount_minor * case c.pay_basis when 'monthly' then 12 else 1 end::numeric
    from employed_on(pay_known_on.day) m
      cross join lateral (select k.* from employee_compensations k where k.org_id = org_id()
        and k.employee_id = m.employee_id and k.effective_from <= pay_known_on.day
        and k.created_at < pay_known_on.day and coalesce(k.voided_at >= pay_known_on.day, true)
        order by k.effective_from desc, k.created_at desc limit 1) c
$$;

-- Of how many people two lists of {employee: amount} differ.
create or replace function app.people_apart(a jsonb, b jsonb) returns int language sql immutable as $$
  select count(*)::int from jsonb_each(a) x full join jsonb_each(b) y on y.key = x.key
    where x.value is distinct from y.value
$$;

-- The newest figure of each group that may be told. Ten years back at most.
create or replace function app.told_pay() returns table (department_id uuid, currency text, per text,
  on_day date, people int, average numeric) language plpgsql stable security definer rows 100
set search_path = public, app, pg_temp as $$
declare g record; told jsonb[]; last_key text; known date := date_trunc('quarter', org_today())::date;
begin
  for g in with quarters as (select q::date as day from generate_series(greatest(date_trunc('quarter',
          (select min(c.created_at) from employee_compensations c where c.org_id = org_id())),
          known - interval '10 years'), known, '3 months') q),
      groups as (select x.department_id, x.currency, x.per, q.day, count(*)::int as people,
          round(avg(x.amount), -2) as average, jsonb_object_agg(x.employee_id, x.amount) as pay
        from quarters q cross join lateral pay_known_on(q.day) x group by 1, 2, 3, 4)
      select r.*, concat_ws(' ', r.department_id, r.currency, r.per) as key, exists (select from groups n
          where n.day = known and n.department_id is not distinct from r.department_id
            and n.currency = r.currency and n.per = r.per) as is_there,
        lead(r.day) over (partition by r.department_id, r.currency, r.per order by r.day) is null
          as is_last
      from groups r order by r.department_id, r.currency, r.per, r.day loop
    if g.key is distinct from last_key then told := '{}'; on_day := null; last_key := g.key; end if;
    if g.people >= 3 and not exists (select from unnest(told) t where people_apart(t, g.pay) in (1, 2)) then
      if g.pay <> all (told) then told := told || g.pay; end if;
      on_day := g.day; people := g.people; average := g.average;
    end if;
    if g.is_last and g.is_there and on_day is not null then
      department_id := g.department_id; currency := g.currency; per := g.per;
      return next;
    end if;
  end loop;
end $$;

-- {items: [{department, currency, per, on, people, average_minor}]}: of all departments for admins, and of
-- their own for everybody else.
create or replace function app.pay_averages() returns json language sql stable security definer
set search_path = public, app, pg_temp as $$
  select json_build_object('items', coalesce(json_agg(json_build_object('department', case
      when d.id is not null then json_build_object('department_id', d.id, 'name', d.name) end,
      'currency', x.currency, 'per', x.per,
      'on', x.on_day, 'people', x.people, 'average_minor', x.average::bigint)
      order by d.id is null, folded(d.name), d.id, x.currency, x.per desc), '[]'))
    from told_pay() x left join departments d on d.org_id = org_id() and d.id = x.department_id
    where impersonator() is null and (app.role_level() >= 40 or employee_id() is not null
      and x.department_id is not distinct from (position_now(employee_id())).department_id)
$$;
