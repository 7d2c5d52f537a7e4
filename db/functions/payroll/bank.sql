-- What leaves a run: the order to the bank, and the entries for the books.

-- The order to the bank, made once: it is the same from then on, unless the bank has stopped it.
-- `input` is {debtor_iban, debtor_bic, execution_date, bank_file_withdrawn}.
create or replace function app.order_payroll(run uuid, input jsonb, message text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r payroll_runs := locked_run(run, '{approved,paid}', 'approve it first'); wanted jsonb; account text;
begin
  perform ensure(r.currency = 'EUR', 'WM409', format('the bank takes EUR; the run pays %s', r.currency));
  wanted := jsonb_strip_nulls(input - '{part,bank_file_withdrawn}'::text[]);
  if r.bank_order is not null and (r.bank_order @> wanted
      or not coalesce((input->>'bank_file_withdrawn')::boolean, false)) then
    perform ensure(r.bank_order @> wanted, 'WM409', format('the bank file of %s was made: %s is paid from '
      'the account %s; send bank_file_withdrawn once the bank has stopped it', r.name,
      said_day((r.bank_order->>'execution_date')::date), '…' || right(r.bank_order->>'debtor_iban', 4)));
    perform audit_event('payroll_run.bank_file_made', 'payroll_runs', run::text, org_id());
    return;
  end if;
  perform ensure(r.status = 'approved', 'WM409', 'the run is paid; there is nothing to order');
  account := coalesce(input->>'debtor_iban', (select g.issuer_iban from invoice_register_settings g
    where g.org_id = org_id()));
  perform ensure_fields(array[
    case when account is null
      then 'body.debtor_iban: required, unless issuer_iban is in the settings of the invoice register' end,
    case when (input->>'execution_date')::date < org_today()
      then 'body.execution_date: must not be in the past' end]);
  if not exists (select from payable_slips(run) p where p.obstacle is null) then
    perform audit_event('payroll_run.bank_file_made', 'payroll_runs', run::text, org_id());
    return;
  end if;
  update payroll_runs x set bank_file_at = now(), bank_order = jsonb_strip_nulls(jsonb_build_object(
      'message_id', message, 'created_at', now(), 'debtor_iban', account, 'debtor_bic', input->>'debtor_bic',
      'execution_date', coalesce((input->>'execution_date')::date, greatest(r.pay_date, org_today())),
      'initiator_name', (select o.name from organizations o where o.id = org_id())))
    where x.org_id = org_id() and x.id = run;
end $$;

-- The payslips of a run in the order of their numbers, and why one cannot be paid by transfer.
create or replace function app.payable_slips(run uuid)
returns table (payslip payslips, obstacle text)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select s, case when s.net_minor <= 0 then 'its net pay is not above zero'
      when not exists (select from payslip_ibans b where b.org_id = s.org_id and b.payslip_id = s.id)
        then 'had no IBAN when the run was approved' end
    from payslips s where s.org_id = org_id() and s.run_id = run and s.status = 'final' order by s.number
$$;

-- What the books say of a run: gross pay and what the employer pays on top are expenses; what is deducted is
-- owed to others, and the net pay to the employees. Debit equals credit.
create or replace function app.payroll_journal(run uuid)
returns table (department text, side text, kind text, code text, name text, people bigint, amount bigint)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with slips as (select s.id, s.department_name, s.net_minor from payslips s
    where s.org_id = org_id() and s.run_id = run and s.status <> 'void'),
  lines as (select s.department_name, l.kind, l.code, l.name, l.payslip_id, l.amount_minor
    from slips s join payslip_lines l on l.org_id = org_id() and l.payslip_id = s.id)
  select l.department_name, x.side, l.kind, l.code, max(l.name), count(distinct l.payslip_id),
      sum(abs(l.amount_minor) * sign(l.amount_minor) * x.sign)::bigint
    from lines l join (values ('earning', 'debit', 1), ('deduction', 'credit', -1), ('employer', 'debit', 1),
      ('employer', 'credit', 1)) x(kind, side, sign) on x.kind = l.kind
    group by l.department_name, x.side, l.kind, l.code
  union all select s.department_name, 'credit', 'net', 'net', 'Net pay', count(*), sum(s.net_minor)::bigint
    from slips s group by s.department_name
$$;
