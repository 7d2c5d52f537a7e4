-- Milestones of a contract. The caller has locked the contract, so that its totals stay consistent.

-- Computes amounts from percentages, which together are exactly their share of the value (largest remainder);
-- invoiced milestones stay as they are. Rejects milestones of less than one minor unit, and totals above the
-- value, as a problem of `field`.
create or replace function app.balance_milestones(contract uuid, field text) returns void language plpgsql as $$
declare c contracts; ids uuid[]; shares numeric[]; total numeric; planned numeric;
begin
  select * into c from contracts where org_id = app.org_id() and id = contract;
  select array_agg(m.id order by m.position) filter (where i.id is null),
      array_agg(m.percent order by m.position) filter (where i.id is null),
      round(c.value_minor * sum(m.percent) / 100) - coalesce(sum(m.amount_minor) filter (where i.id is not null), 0)
    into ids, shares, total
    from contract_milestones m left join lateral app.milestone_invoice(m.id) i on true
    where m.org_id = c.org_id and m.contract_id = c.id and m.percent is not null and m.status <> 'cancelled';
  if ids is not null then
    perform app.ensure_fields(array[case when c.value_minor is null
      then 'body.value_minor: required, as milestones are a percentage of it' end]);
    shares := app.split_minor(greatest(total, 0), shares);
    perform app.ensure_fields(array[case when 1 > any (shares)
      then field || ': a milestone would come to less than one minor unit' end]);
    update contract_milestones m set amount_minor = s.share from unnest(ids, shares) s(id, share)
      where m.org_id = c.org_id and m.id = s.id and m.amount_minor <> s.share;
  end if;
  select sum(m.amount_minor) into planned from contract_milestones m
    where m.org_id = c.org_id and m.contract_id = c.id and m.status <> 'cancelled';
  perform app.ensure_fields(array[case when planned > c.value_minor then format(
    '%s: the milestones come to %s minor units, and the value of the contract is %s', field, planned, c.value_minor) end]);
end $$;

-- Adds milestones: [{id?, name, amount_minor or percent, due_date?, condition?}]. `field` is where they were
-- sent.
create or replace function app.add_milestones(contract uuid, drafts jsonb, field text) returns void language plpgsql as $$
declare c contracts; last int;
begin
  select * into c from contracts where org_id = app.org_id() and id = contract;
  select coalesce(max(m.position), 0) into last from contract_milestones m where m.org_id = c.org_id and m.contract_id = c.id;
  perform app.ensure(last + jsonb_array_length(drafts) <= 1000, 'WM409',
    'the contract has had 1000 milestones; it takes no more'),
    app.ensure_fields(array[case when c.value_minor is null and drafts @? '$[*].percent' then
      'body.' || case field when 'body' then 'percent: the contract has no value_minor; send amount_minor'
        else 'value_minor: required, as milestones are a percentage of it' end end]);
  insert into contract_milestones (id, contract_id, position, name, amount_minor, percent, due_date, condition)
    select coalesce((w.draft->>'id')::uuid, uuidv7()), c.id, last + w.place, w.draft->>'name',
        coalesce((w.draft->>'amount_minor')::bigint, greatest(1, round(c.value_minor * (w.draft->>'percent')::numeric / 100))),
        (w.draft->>'percent')::numeric, (w.draft->>'due_date')::date, coalesce(w.draft->>'condition', 'manual')
      from jsonb_array_elements(drafts) with ordinality w(draft, place);
  perform app.balance_milestones(contract, case when field <> 'body' then field
    when drafts @? '$[*].percent' then 'body.percent' else 'body.amount_minor' end);
end $$;

-- Rejects changes once the contract is over, or the milestone is not in one of the allowed states.
create or replace function app.check_milestone(contract uuid, milestone uuid, action text, allowed text[]) returns void
language plpgsql as $$
declare c contracts; m contract_milestones; i invoices; current_status text;
begin
  select * into c from contracts where org_id = app.org_id() and id = contract;
  perform app.ensure(c.status in ('draft', 'sent', 'active'), 'WM409',
    format('the contract is %s; its milestones cannot change any more', c.status));
  select * into m from contract_milestones x where x.org_id = app.org_id() and x.id = milestone;
  if not found then return; end if;
  select * into i from app.milestone_invoice(milestone);
  current_status := app.milestone_status(m);
  perform app.ensure(current_status = any (allowed), 'WM409',
    format('the milestone is %s; only one that is %s can be %s', current_status
    || case when i.id is not null then ', on invoice ' || coalesce(i.number, i.id::text) else '' end,
    array_to_string(allowed, ' or '), action));
end $$;

-- A change of a milestone: the resulting row has an amount or a percentage, and a day if that is what it
-- waits for.
create or replace function app.check_milestone_change(contract uuid, milestone uuid, change jsonb) returns void
language plpgsql as $$
declare m contract_milestones; has_value boolean;
begin
  perform app.check_milestone(contract, milestone, 'changed', '{pending,reached}');
  select c.value_minor is not null into has_value from contracts c where c.org_id = app.org_id() and c.id = contract;
  select p.* into m from contract_milestones x cross join lateral jsonb_populate_record(x, change) p where x.org_id = app.org_id() and x.id = milestone;
  perform app.ensure_fields(array[
    case when change->>'percent' is not null and not has_value
      then 'body.percent: the contract has no value_minor; send amount_minor' end,
    case when m.condition = 'date' and m.due_date is null
      then 'body.due_date: required, as the milestone is reached on it' end]);
end $$;

-- A milestone that waits for a date is no longer reached if the date is moved to the future.
create or replace function app.reset_future_milestone(milestone uuid) returns void language sql as $$
  update contract_milestones m set status = 'pending', reached_at = null
    where m.org_id = app.org_id() and m.id = milestone and m.status = 'reached' and m.condition = 'date'
      and m.due_date > (select app.org_today())
$$;

create or replace function app.complete_milestone(contract uuid, milestone uuid) returns void language plpgsql as $$
declare c contracts;
begin
  select * into c from contracts where org_id = app.org_id() and id = contract;
  perform app.ensure(c.status = 'active', 'WM409', format('the contract is %s; its milestones are reached once it is active',
      case c.status when 'draft' then 'a draft' else c.status end)),
    app.check_milestone(contract, milestone, 'completed', '{pending}');
  update contract_milestones m set status = 'reached', reached_at = now() where m.org_id = c.org_id and m.id = milestone;
  perform app.log_contract_event(contract, 'milestone_reached', jsonb_build_object('milestone_id', milestone));
end $$;

-- Rejects invoicing a milestone that is not reached, not a client's, or already on an invoice, which the
-- message names.
create or replace function app.check_milestone_invoice(contract uuid, milestone uuid) returns void language plpgsql as $$
declare c contracts; m contract_milestones; i invoices;
begin
  select * into c from contracts where org_id = app.org_id() and id = contract;
  select * into m from contract_milestones x where x.org_id = app.org_id() and x.id = milestone;
  select * into i from app.milestone_invoice(milestone);
  perform app.ensure(c.party_kind = 'client', 'WM409',
      format('the contract is with %s; only milestones of a contract with a client can be invoiced',
        case c.party_kind when 'supplier' then 'a supplier' else 'an employee' end)),
    app.ensure(i.id is null, 'WM409', format('the milestone is invoiced already, on invoice %s', i.id)),
    app.ensure(app.milestone_is_reached(m), 'WM409', format('the milestone is %s; complete it first', m.status));
end $$;
