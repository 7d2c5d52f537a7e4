-- What passing time does to contracts: they begin, renew themselves and reach milestones, and their owner is
-- notified of their end. Reading a contract does not depend on this job; it writes the history and sends the
-- notices.

-- The day on which an owner is notified: a month before the contract ends, or a week before the last day of
-- notice.
create or replace function app.notice_days_of(c contracts) returns table (kind text, day date) language sql stable as $$
  select k.kind, k.day from (values ('expiring', case when not c.auto_renew then c.end_date - 30 end),
      ('notice_deadline', c.end_date - c.notice_days - 7)) k(kind, day)
    where k.day is not null and not exists (select from contract_notices n
      where n.org_id = c.org_id and n.contract_id = c.id and n.end_date = c.end_date and n.kind = k.kind)
$$;

-- The next day on which something must be written for a contract, or null.
create or replace function app.next_change_day(c contracts, today date) returns date language sql stable as $$
  select case when c.status = 'sent' and c.signed_at is not null and c.counterparty_signed_at is not null then c.start_date
    when c.status = 'active' then least(case when c.auto_renew then c.end_date + 1 end,
      (select min(n.day) from app.notice_days_of(c) n where c.end_date >= today),
      (select min(m.due_date) from contract_milestones m where m.org_id = c.org_id and m.contract_id = c.id
        and m.status = 'pending' and m.condition = 'date'),
      case when c.end_date < today and app.contract_status(c, today) = 'completed' and not exists (select from contract_events e
        where e.org_id = c.org_id and e.contract_id = c.id and e.kind = 'completed') then today end) end
$$;

create or replace function app.next_contract_day(org uuid, today date) returns date
language sql stable security definer set search_path = public, app, pg_temp as $$
  select min(next_change_day(c, today)) from contracts c where c.org_id = org and c.status in ('sent', 'active')
$$;

-- The job `contracts`: processes what is due today in up to 500 contracts, and schedules the next run.
create or replace function app.run_due_contracts() returns void language plpgsql as $$
declare id uuid; today date := app.org_today(); zone text; next_day date;
begin
  for id in select c.id from contracts c where c.org_id = app.org_id() and c.status in ('sent', 'active')
      and app.next_change_day(c, today) <= today order by c.id limit 500 loop
    perform app.refresh_contract(id), app.send_contract_notices(id, today);
  end loop;
  select o.timezone into zone from organizations o where o.id = app.org_id();
  next_day := app.next_contract_day(app.org_id(), today);
  perform app.schedule(app.org_id(), 'contracts', '{}', case when next_day <= today then now() + interval '1 minute'
    else app.job_time(zone, next_day) end);
end $$;

-- Notifies the owner, once per end date, and records that a contract is fully delivered and paid.
create or replace function app.send_contract_notices(contract uuid, today date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare c contracts; contract_notice record; n notifications; saved text;
begin
  select * into c from contracts x where x.org_id = org_id() and x.id = contract;
  if contract_status(c, today) = 'completed' then perform log_contract_event(c.id, 'completed', '{}', null); end if;
  if c.end_date < today then return; end if;
  saved := suppress_audit();
  for contract_notice in select d.kind from notice_days_of(c) d where d.day <= today order by d.kind loop
    insert into contract_notices (contract_id, end_date, kind) values (c.id, c.end_date, contract_notice.kind)
      on conflict do nothing;
    continue when not found or contract_notice.kind = 'notice_deadline' and c.end_date - c.notice_days < today
      or not can_be_notified(c.owner_user_id);
    n.org_id := c.org_id; n.user_id := c.owner_user_id; n.reason := 'system'; n.actor_type := 'system';
    n.entity_type := 'contract'; n.entity_id := c.id; n.title := left(c.number || ' ' || c.title, 200);
    n.snippet := case contract_notice.kind when 'expiring' then format('The contract ends on %s.', c.end_date)
      else format('Notice must be given by %s; the contract %s on %s.', c.end_date - c.notice_days,
        case when c.auto_renew then 'renews itself after it ends' else 'ends' end, c.end_date) end;
    n.source_key := 'contract.' || contract_notice.kind || ':' || c.id || ':' || c.end_date;
    perform notify(n);
  end loop;
  perform set_config('app.suppress_audit', saved, true);
end $$;

-- True for a member who may read contracts and has these notifications on.
create or replace function app.can_be_notified(person uuid) returns boolean language sql stable as $$
  select exists (select from organization_members m where m.org_id = app.org_id() and m.user_id = person and m.status = 'active'
    and app.level_of(m.role) >= 30) and app.wants_notification(app.org_id(), person, 'system')
$$;

-- Each run schedules the next; the daily job schedules missed runs, and those that follow from other changes.
create or replace function app.daily_contracts(org uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select schedule(o.id, 'contracts', '{}', job_time(o.timezone, next_contract_day(o.id, today(o.timezone))))
    from organizations o where o.id = org and o.deleted_at is null and o.status <> 'suspended'
$$;
