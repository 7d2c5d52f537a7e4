-- What is printed on a payslip besides its amounts.

-- The employer as payslips name it.
create or replace function app.employer_block() returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('name', coalesce(nullif(g.issuer_name, ''), o.name),
      'tax_id', nullif(g.issuer_tax_id, ''), 'address_line1', g.address_line1,
      'address_line2', g.address_line2, 'postal_code', g.postal_code, 'city', g.city, 'region', g.region,
      'country', coalesce(g.country, o.country))
    from organizations o left join invoice_register_settings g on g.org_id = o.id where o.id = org_id()
$$;

-- The language that a person reads, or else that of the organization.
create or replace function app.language_of(employee uuid) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce((select u.locale from employees e join users u on u.id = e.user_id
      where e.org_id = o.id and e.id = employee), o.locale) from organizations o where o.id = org_id()
$$;

-- How the national id of a person ends, on papers that name them.
create or replace function app.national_id_end(employee uuid) returns text language sql stable as $$
  select n.last4 from employee_national_ids n where n.org_id = app.org_id() and n.id = employee
$$;

-- Leave that is left at the end of the period, and the log of working hours in it.
create or replace function app.payslip_facts(s payslips) returns json language sql stable as $$
  select json_build_object('locale', app.language_of(s.employee_id), 'employer', app.employer_block(),
    'national_id_end', app.national_id_end(s.employee_id),
    'balances', (select coalesce(json_agg(json_build_object('name', t.name, 'unit', t.unit,
          'available', trim_scale(b.available)::text) order by t.name), '[]')
      from leave_types t cross join lateral app.leave_balance_on(s.employee_id, t,
        extract(year from upper(s.period) - 1)::int, upper(s.period) - 1) b
      where t.org_id = s.org_id and t.affects_balance and t.archived_at is null
        and (b.granted <> 0 or b.carried <> 0 or b.adjusted <> 0)),
    'hours', app.hours_report(s.employee_id, lower(s.period), upper(s.period) - 1)->'events')
$$;
