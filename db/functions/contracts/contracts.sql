-- What happens to a contract. The caller of these functions has locked it.

-- Records an event, by default as done by the caller.
create or replace function app.log_contract_event(contract uuid, event text, details jsonb, actor uuid default app.user_id())
returns void language sql security definer set search_path = public, app, pg_temp as $$
  insert into contract_events (contract_id, kind, data, actor_id) values (contract, event, details, actor)
$$;

-- Writes the changes that passing time has caused: the contract begins, renews for a term, and reaches
-- milestones. Called first by every change of a contract, and by the daily job.
create or replace function app.refresh_contract(contract uuid) returns void language plpgsql as $$
declare c contracts; m record; today date := app.org_today(); next_end_date date;
begin
  select * into c from contracts where org_id = app.org_id() and id = contract for no key update;
  if not app.contract_in_force(c, today) then return; end if;
  if c.status = 'sent' then
    update contracts set status = 'active' where org_id = c.org_id and id = c.id;
    perform app.log_contract_event(c.id, 'activated', '{}', null);
  end if;
  while c.auto_renew and c.end_date < today loop
    next_end_date := app.next_term_end(c.end_date, c.renewal_months);
    insert into contract_notices (contract_id, end_date, kind) values (c.id, c.end_date, 'renewed') on conflict do nothing;
    update contracts set end_date = next_end_date where org_id = c.org_id and id = c.id;
    perform app.log_contract_event(c.id, 'renewed', jsonb_build_object('from', c.end_date, 'to', next_end_date), null);
    c.end_date := next_end_date;
  end loop;
  for m in update contract_milestones x set status = 'reached', reached_at = now()
      where x.org_id = c.org_id and x.contract_id = c.id and x.status = 'pending' and x.condition = 'date' and x.due_date <= today
      returning x.id loop
    perform app.log_contract_event(c.id, 'milestone_reached', jsonb_build_object('milestone_id', m.id), null);
  end loop;
end $$;

-- The organization's next number, such as C-2026-7. The caller holds the lock, so that numbers are unique.
create or replace function app.lock_contract_numbers() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('contract numbers ' || app.org_id(), 0))
$$;
create or replace function app.next_contract_number() returns text language plpgsql stable as $$
declare start text := 'C-' || extract(year from app.org_today()) || '-'; last bigint;
begin
  select max(substr(c.number, length(start) + 1)::bigint) into last from contracts c
    where c.org_id = app.org_id() and c.number ~ ('^' || start || '\d{1,9}$');
  return start || (coalesce(last, 0) + 1);
end $$;

-- Problems of a contract with the sent fields applied, other than what they name.
create or replace function app.contract_problems(c contracts) returns text[] language plpgsql stable as $$
begin
  return array[
    case when c.client_id is not null and c.party_kind <> 'client' then 'body.client_id: only where party_kind is client' end,
    case when c.supplier_id is not null and c.party_kind <> 'supplier' then 'body.supplier_id: only where party_kind is supplier' end,
    case when c.user_id is not null and c.party_kind <> 'employee' then 'body.user_id: only where party_kind is employee' end,
    case when c.end_date < c.start_date then format('body.end_date: %s is before the start_date, %s', c.end_date, c.start_date) end,
    case when c.auto_renew and (c.end_date is null or c.renewal_months is null)
      then 'body.auto_renew: needs end_date and renewal_months' end];
end $$;

create or replace function app.is_active_member(person uuid) returns boolean language sql stable as $$
  select exists (select from organization_members m
    where m.org_id = app.org_id() and m.user_id = person and m.status = 'active')
$$;

create or replace function app.check_new_contract(draft jsonb) returns void language plpgsql as $$
begin
  perform app.ensure_fields(app.contract_problems(jsonb_populate_record(app.new_row(null::contracts), draft)));
end $$;

-- A draft can change entirely. Once it was sent, the agreed terms are fixed; once it is over, only internal
-- details change.
create or replace function app.check_contract_change(contract uuid, change jsonb) returns void language plpgsql as $$
declare c contracts; allowed text[]; fixed text;
begin
  select * into c from contracts where org_id = app.org_id() and id = contract;
  allowed := case when c.status in ('sent', 'active') then '{auto_renew,notes,notice_days,owner_user_id,renewal_months}'
    else '{notes,owner_user_id}' end;
  select string_agg(k.key, ', ' order by k.key) into fixed from jsonb_object_keys(change) k(key) where k.key <> all (allowed);
  perform app.ensure(c.status = 'draft' or fixed is null, 'WM409',
      format('the contract is %s; %s cannot change any more, only %s', c.status, fixed, array_to_string(allowed, ', '))),
    app.ensure_fields(app.contract_problems(jsonb_populate_record(c, change)));
end $$;

-- Freezes the text, and records its SHA-256.
create or replace function app.send_contract(contract uuid) returns void language plpgsql as $$
declare c contracts; digest text;
begin
  select * into c from contracts where org_id = app.org_id() and id = contract;
  perform app.ensure(c.status = 'draft', 'WM409', format('the contract is %s; only a draft can be sent', c.status)),
    app.require_party(c),
    app.ensure(c.body ~ '\S', 'WM409', 'the contract has no text; set body first');
  digest := encode(sha256(convert_to(c.body, 'UTF8')), 'hex');
  update contracts set status = 'sent', sent_at = now(), body_sha256 = digest where org_id = c.org_id and id = c.id;
  perform app.log_contract_event(c.id, 'sent', jsonb_build_object('body_sha256', digest));
end $$;

create or replace function app.require_party(c contracts) returns void language plpgsql as $$
begin
  perform app.ensure(num_nonnulls(c.client_id, c.supplier_id, c.user_id) = 1, 'WM409', format('the contract has no party; set %s first',
    case c.party_kind when 'employee' then 'user_id' else c.party_kind || '_id' end));
end $$;

-- Records the sent signatures. Each side signs once; with both, the contract is active from its first day on.
create or replace function app.sign_contract(contract uuid, our_signatory text, our_signed_at timestamptz,
  their_signatory text, their_signed_at timestamptz)
returns void language plpgsql as $$
declare c contracts;
begin
  select * into c from contracts where org_id = app.org_id() and id = contract;
  perform app.require_party(c), app.ensure(c.status = 'sent', 'WM409', format('the contract is %s; only one that was sent can be signed',
      case c.status when 'draft' then 'a draft' else c.status end)),
    app.ensure(our_signatory is null or c.signed_at is null, 'WM409', format('%s has signed already', c.signed_by_name)),
    app.ensure(their_signatory is null or c.counterparty_signed_at is null, 'WM409',
      format('%s has signed already', c.counterparty_name)),
    app.ensure_fields(array[case when our_signed_at > now() then 'body.signed_at: in the future' end,
      case when their_signed_at > now() then 'body.counterparty_signed_at: in the future' end]);
  update contracts set signed_at = coalesce(c.signed_at, our_signed_at),
      signed_by_name = coalesce(c.signed_by_name, our_signatory),
      signed_by_user_id = coalesce(c.signed_by_user_id, case when our_signatory is not null then app.user_id() end),
      counterparty_signed_at = coalesce(c.counterparty_signed_at, their_signed_at),
      counterparty_name = coalesce(c.counterparty_name, their_signatory)
    where org_id = c.org_id and id = c.id;
  perform app.log_contract_event(c.id, 'signed', jsonb_build_object('side', s.side, 'name', s.name, 'signed_at', app.utc(s.at),
      'body_sha256', c.body_sha256))
    from (values (1, 'us', our_signatory, our_signed_at), (2, 'counterparty', their_signatory, their_signed_at))
      s(place, side, name, at)
    where s.name is not null order by s.place;
  perform app.refresh_contract(c.id);
end $$;

create or replace function app.cancel_contract(contract uuid) returns void language plpgsql as $$
declare c contracts;
begin
  select * into c from contracts where org_id = app.org_id() and id = contract;
  perform app.ensure(c.status in ('draft', 'sent'), 'WM409', format('the contract is %s; %s', c.status,
    case c.status when 'active' then 'terminate it instead' else 'only one that is not active yet can be cancelled' end));
  update contracts set status = 'cancelled' where org_id = c.org_id and id = c.id;
  perform app.log_contract_event(c.id, 'cancelled', '{}');
end $$;

-- Terminates an active contract early, today or on a later day; milestones not reached by then are cancelled.
create or replace function app.terminate_contract(contract uuid, day date, reason text) returns void language plpgsql as $$
declare c contracts; current_status text;
begin
  select * into c from contracts where org_id = app.org_id() and id = contract;
  current_status := app.contract_status(c, app.org_today());
  perform app.ensure(current_status = 'active', 'WM409', format('the contract is %s; only an active one can be terminated',
      case current_status when 'draft' then 'a draft' else current_status end)),
    app.ensure_fields(array[
      case when day < c.start_date then format('body.terminated_on: before the start_date, %s', c.start_date) end,
      case when day > c.end_date then format('body.terminated_on: after the end_date, %s', c.end_date) end]);
  update contracts set status = 'terminated', terminated_on = day, termination_reason = reason where org_id = c.org_id and id = c.id;
  update contract_milestones set status = 'cancelled' where org_id = c.org_id and contract_id = c.id and status = 'pending';
  perform app.log_contract_event(c.id, 'terminated', jsonb_build_object('terminated_on', day, 'reason', reason));
end $$;

-- Creates the draft of the contract that follows: identical except for its dates, from the next day on. A
-- contract is renewed once.
create or replace function app.renew_contract(contract uuid, new_id uuid, ends date, months int, value bigint) returns void
language plpgsql as $$
declare c contracts; successor contracts; current_status text;
begin
  select * into c from contracts where org_id = app.org_id() and id = contract;
  select * into successor from contracts n where n.org_id = c.org_id and n.parent_contract_id = c.id and n.status <> 'cancelled';
  current_status := app.contract_status(c, app.org_today());
  perform app.ensure(current_status in ('active', 'expired', 'completed'), 'WM409', format(
      'the contract is %s; only one that is active, expired or completed can be renewed',
      case current_status when 'draft' then 'a draft' else current_status end)),
    app.ensure(successor.id is null, 'WM409', format('the contract is renewed already, by %s', successor.number)),
    app.ensure(not c.auto_renew, 'WM409', 'the contract renews itself; set auto_renew to false first'),
    app.ensure(c.end_date is not null, 'WM409', 'the contract has no end_date, so it cannot be renewed');
  ends := coalesce(ends, app.next_term_end(c.end_date, months));
  perform app.ensure_fields(array[case when ends <= c.end_date
    then format('body.end_date: must be after the end of the contract that is renewed, %s', c.end_date) end]);
  insert into contracts (id, number, title, party_kind, client_id, supplier_id, user_id, template_id, template_version, body,
      value_minor, currency, start_date, end_date, renewal_months, notice_days, parent_contract_id, owner_user_id, project_id)
    values (new_id, app.next_contract_number(), c.title, c.party_kind, c.client_id, c.supplier_id, c.user_id, c.template_id,
      c.template_version, c.body, coalesce(value, c.value_minor), c.currency, c.end_date + 1, ends, c.renewal_months, c.notice_days,
      c.id, c.owner_user_id, c.project_id) returning * into successor;
  perform app.log_contract_event(c.id, 'renewed', jsonb_build_object('contract_id', successor.id, 'number', successor.number)),
    app.log_contract_event(successor.id, 'created', jsonb_build_object('renews', c.number));
end $$;

-- Erases a contract that was never in force, with its events.
create or replace function app.delete_contract(contract uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare current_status text; saved text := coalesce(current_setting('app.purging', true), '');
begin
  select status into current_status from contracts where org_id = org_id() and id = contract;
  perform ensure(current_status in ('draft', 'cancelled'), 'WM409',
    format('the contract is %s; only a draft or a cancelled one can be deleted', current_status)),
    set_config('app.purging', 'on', true);
  delete from contracts where contracts.org_id = app.org_id() and id = contract;
  perform set_config('app.purging', saved, true);
end $$;
