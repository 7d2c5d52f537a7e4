-- Rules of expenses: what their fields may reference, who approves them, and their receipts.

-- Problems with the sent fields, other than amounts and what they name.
create or replace function app.expense_problems(e expenses, input jsonb) returns text[] language sql stable as $$
  select array[
    case when input ? 'expense_date' and e.expense_date > app.org_today()
      then 'body.expense_date: must not be in the future' end,
    case when e.billable and e.client_id is null then 'body.client_id: required for a billable expense' end]
$$;

-- Rejects expenses on an archived project, or from a blocked or archived supplier.
create or replace function app.require_open_for_expenses(e expenses) returns void language plpgsql stable as $$
begin
  perform app.ensure(s.status = 'active', 'WM409', 'the supplier is ' || s.status || ' and cannot be used for expenses')
    from suppliers s where s.org_id = e.org_id and s.id = e.supplier_id;
  perform app.ensure(p.archived_at is null, 'WM409', 'project is archived')
    from projects p where p.org_id = e.org_id and p.id = e.project_id;
end $$;

create or replace function app.require_expense_status(e expenses, allowed text[], action text) returns void
language plpgsql stable as $$
begin
  perform app.ensure(e.status = any (allowed), 'WM409',
    format('the expense is %s; only %s ones can be %s', e.status, array_to_string(allowed, ' or '), action));
end $$;

create or replace function app.find_expense(expense uuid) returns expenses language sql stable as $$
  select e from expenses e where e.org_id = app.org_id() and e.id = expense
$$;

-- The expense, null for a new one, with the sent fields and the amounts derived from them.
create or replace function app.check_expense(expense uuid, input jsonb) returns expenses language plpgsql stable as $$
declare before expenses := app.find_expense(expense); e expenses := app.with_derived_amounts(before, input);
begin
  e.org_id := app.org_id();
  perform app.ensure_fields(app.expense_amount_problems(before, e, input) || app.expense_problems(e, input));
  if before.id is not null then perform app.require_expense_status(before, '{draft,rejected}', 'changed'); end if;
  if input ?| '{supplier_id,project_id}' then perform app.require_open_for_expenses(e); end if;
  return e;
end $$;

create or replace function app.check_expense_submission(expense uuid) returns void language plpgsql stable as $$
declare e expenses := app.find_expense(expense);
begin
  perform app.require_expense_status(e, '{draft,rejected}', 'submitted');
  perform app.require_open_for_expenses(e);
end $$;

-- Nobody approves or rejects an expense that they claim, or that they created for somebody else.
create or replace function app.check_expense_decision(expense uuid, action text) returns void language plpgsql stable as $$
declare e expenses := app.find_expense(expense);
begin
  perform app.ensure(app.user_id() not in (e.user_id, e.created_by), 'WM403',
    'an expense that you claimed or created must be decided by somebody else');
  perform app.require_expense_status(e, '{submitted}', action);
end $$;

create or replace function app.check_expense_payment(expense uuid, paid_on date) returns void language plpgsql stable as $$
begin
  perform app.ensure_fields(array[case when paid_on > app.org_today() then 'body.paid_on: must not be in the future' end]);
  perform app.require_expense_status(app.find_expense(expense), '{approved}', 'paid');
end $$;

-- Possible duplicates that the caller may see: the same total, at most three days apart, and the same
-- supplier or person; at most ten, the closest date first.
create or replace function app.expense_duplicates(e expenses) returns json language sql stable as $$
  select coalesce(array_to_json(array_agg(row_to_json(found) order by abs(found.expense_date - e.expense_date), found.id)), '[]')
    from (select o.id, o.description, o.expense_date, o.user_id, o.supplier_id, o.status
      from expenses o where o.org_id = e.org_id and o.id <> e.id and o.total_minor = e.total_minor
        and o.currency = e.currency and o.expense_date between e.expense_date - 3 and e.expense_date + 3
        and (o.supplier_id = e.supplier_id or o.user_id = e.user_id) and o.status <> 'rejected'
        and (o.user_id = app.user_id() or app.role_level() >= 30)
      order by abs(o.expense_date - e.expense_date), o.id limit 10) found
$$;
