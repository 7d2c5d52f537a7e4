-- The figures of one organization, and of all of a holding.

-- What the entered organization would show a parent: flows and receivables in its own currency, each as its
-- own reports have them, and counts. Figures of days are of its own days.
create or replace function app.holding_figures(since date, until date) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp
set plan_cache_mode = force_custom_plan as $$
  with me as materialized (select o.id, o.name, o.currency::text, least(until, today(o.timezone)) as day
    from organizations o where o.id = org_id()),
  sales as materialized (select s.client_id, sum(s.base_net) as net,
    bool_or(s.base_currency <> me.currency) as changed
    from me cross join sales_between(since, until) s group by 1),
  costs as materialized (select c.supplier_id, sum(c.base_cost) as cost,
    bool_or(c.base_currency <> me.currency) as changed
    from me cross join costs_between(since, until) c group by 1),
  owed as materialized (select i.client_id, sum(convert_minor(i.outstanding_minor, i.currency,
    i.exchange_rate,
      i.base_currency)) as owed
    from invoices i where i.org_id = org_id() and i.outstanding_minor > 0 group by 1)
  select jsonb_build_object('org', me.id, 'name', me.name, 'currency', me.currency,
    'changed', coalesce((select bool_or(changed) from sales), false) or coalesce((select bool_or(changed)
      from costs), false),
    'revenue', coalesce((select sum(net) from sales), 0), 'expenses', coalesce((select sum(cost) from costs),
      0),
    'receivables', coalesce((select sum(owed) from owed), 0),
    'sold', (select coalesce(jsonb_agg(jsonb_build_object('to', x.related_org_id, 'revenue', x.net, 'owed',
      x.owed)), '[]')
      from (select c.related_org_id, coalesce(sum(s.net), 0) as net, coalesce(sum(w.owed), 0) as owed
        from clients c
          left join sales s on s.client_id = c.id left join owed w on w.client_id = c.id
        where c.org_id = org_id() and c.related_org_id is not null group by 1) x),
    'bought', (select coalesce(jsonb_agg(jsonb_build_object('from', x.related_org_id, 'expenses', x.cost)),
      '[]')
      from (select p.related_org_id, coalesce(sum(c.cost), 0) as cost from suppliers p
          left join costs c on c.supplier_id = p.id
        where p.org_id = org_id() and p.related_org_id is not null group by 1) x),
    'headcount', (select count(*) from employees e where e.org_id = org_id() and e.hire_date <= me.day
      and (e.termination_date is null or e.termination_date >= me.day)),
    'projects', (select count(*) from projects p where p.org_id = org_id() and p.deleted_at is null
      and p.archived_at is null and p.status = 'active'),
    'tasks_overdue', (select count(*) from projects p join tasks t on t.org_id = p.org_id
      and t.project_id = p.id
        and t.deleted_at is null and t.status in ('todo', 'in_progress') and t.due_date < me.day
      where p.org_id = org_id() and p.deleted_at is null and p.archived_at is null),
    'open_deals', (select count(*) from deals d where d.org_id = org_id() and d.status = 'open'))
  from me
$$;

-- The figures of each active subsidiary, one after the other, and nothing else of them: the only read of one
-- organization that another makes. What was not agreed to never leaves here.
create or replace function app.holding_subsidiaries(since date, until date) returns setof jsonb
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare here jsonb := entered(); l record; figures jsonb;
begin
  for l in select x.id, x.subsidiary_org_id, x.data_scopes, x.ownership_percent from holding_links x
      join organizations o on o.id = x.subsidiary_org_id and o.deleted_at is null and o.status = 'active'
      where x.org_id = org_id() and x.status = 'active' order by folded(o.name), x.id loop
    perform enter_system(l.subsidiary_org_id, '', here->>'app.request_id');
    figures := holding_figures(since, until);
    perform come_back(here);
    if not 'finance' = any (l.data_scopes) then
      figures := figures - '{revenue,expenses,receivables,sold,bought,changed}'::text[];
    end if;
    if not 'projects' = any (l.data_scopes) then figures := figures - '{projects,tasks_overdue}'::text[]; end
      if;
    if not 'hr' = any (l.data_scopes) then figures := figures - 'headcount'; end if;
    if not 'crm' = any (l.data_scopes) then figures := figures - 'open_deals'; end if;
    return next figures || jsonb_build_object('link', l.id, 'scopes', l.data_scopes, 'ownership',
      trim_scale(l.ownership_percent)::text);
  end loop;
end $$;

-- Converts what is known of one organization. What has no rate, or whose currency changed meanwhile, stays
-- in its own.
create or replace function app.in_currency(f jsonb, since date, until date, target text) returns jsonb
language sql stable as $$
  select f || jsonb_build_object('average', trim_scale(round(r.average, 8))::text,
    'closing', trim_scale(round(r.closing, 8))::text, 'derived', r.derived,
    'revenue_in', x.revenue, 'expenses_in', x.expenses, 'receivables_in',
      app.convert_minor((f->>'receivables')::numeric,
      f->>'currency', r.closing, target),
    'sold', (select jsonb_agg(s || jsonb_build_object(
        'revenue_in', app.convert_minor((s->>'revenue')::numeric, f->>'currency', r.average, target),
        'owed_in', app.convert_minor((s->>'owed')::numeric, f->>'currency', r.closing, target)))
      from jsonb_array_elements(f->'sold') s),
    'bought', (select jsonb_agg(b || jsonb_build_object(
        'expenses_in', app.convert_minor((b->>'expenses')::numeric, f->>'currency', r.average, target)))
      from jsonb_array_elements(f->'bought') b))
  from app.rates_of_range(since, until, f->>'currency', target) r
    cross join lateral (select app.convert_minor((f->>'revenue')::numeric, f->>'currency', r.average,
      target) as revenue,
      app.convert_minor((f->>'expenses')::numeric, f->>'currency', r.average, target) as expenses) x
$$;

create or replace function app.holding_panel(since date, until date, wanted text) returns json
language sql stable as $$
  with me as materialized (select o.id, o.currency::text, coalesce(wanted, o.currency::text) as target,
    app.org_today() as today
    from organizations o where o.id = app.org_id()),
  figures as materialized (select app.holding_figures(since, until) || jsonb_build_object('link', null,
      'scopes', '["finance", "projects", "hr", "crm"]'::jsonb, 'ownership', null) as f, 0 as place
    union all select s.f, s.place::int from app.holding_subsidiaries(since, until) with ordinality s(f,
      place)),
  known as (select app.ensure_fields(array[case when not exists (select from figures x
    where x.f->>'currency' = me.target)
      and not exists (select from holding_rates r where r.org_id = app.org_id() and me.target in (r.base,
        r.quote))
    then 'query.currency: nobody of the holding has it, and there is no rate for it' end]) from me)
  select json_build_object('from', since, 'to', until, 'as_of', me.today, 'currency', me.target,
      'short', until < (since + interval '1 month')::date - 1, 'reader', app.user_id(),
      'rates_changed_at', (select app.utc(max(r.updated_at)) from holding_rates r
        where r.org_id = app.org_id()
        and r.day between since - 31 and until),
      'figures', (select json_agg(app.in_currency(x.f, since, until, me.target) order by x.place)
        from figures x))
    from me cross join known
$$;

-- Records that somebody of a holding looked at the panel, in the log of each organization that it shows,
-- once a day.
create or replace function app.record_panel_read(org uuid, reader uuid, request text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare parent organizations; side uuid; about text; email text;
begin
  select * into parent from organizations o where o.id = org and o.deleted_at is null;
  select u.email into email from users u join organization_members m on m.user_id = u.id and m.org_id = org
    where u.id = reader;
  if email is null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('panel:' || org || reader, 0));
  foreach side in array array[org] || array(select l.subsidiary_org_id from holding_links l
    where l.org_id = org
      and l.status = 'active') loop
    perform enter_system(side, 'holding.panel_read', request);
    about := reader::text || ':' || (now() at time zone 'UTC')::date;
    if not exists (select from audit_log a where a.org_id = side and a.action = 'holding.panel_read'
        and a.entity_id = about and a.created_at > now() - interval '25 hours') then
      insert into audit_log (org_id, actor_type, actor_user_id, actor_label, action, entity_type, entity_id,
        changes,
          request_id)
        values (side, case when side = org then 'user' else 'system' end, case when side = org
          then reader end,
          case when side = org then email else email || ' of ' || parent.name end, 'holding.panel_read',
            'holdings',
          about, '{}', request);
    end if;
  end loop;
end $$;
