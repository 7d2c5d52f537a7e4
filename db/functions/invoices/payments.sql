-- Payments of invoices. The caller has locked the invoice.

-- Records a payment unless one with the same key exists; an identical repeat returns the existing one.
create or replace function app.record_payment(invoice uuid, new_id uuid, amount bigint, day date, payment_method text,
  payment_reference text, key text)
returns uuid language plpgsql as $$
declare i invoices; existing invoice_payments;
begin
  select * into i from invoices where org_id = app.org_id() and id = invoice for no key update;
  select * into existing from invoice_payments p where p.org_id = app.org_id() and p.idempotency_key = key;
  if found then
    perform app.ensure((existing.invoice_id, existing.amount_minor, existing.paid_on, existing.method)
        = (invoice, amount, day, payment_method)
      and existing.voided_at is null, 'WM409', 'another payment has this idempotency_key');
    return existing.id;
  end if;
  perform app.ensure(i.status not in ('draft', 'cancelled'), 'WM409',
    format('the invoice is %s; only an issued one can be paid', case i.status when 'draft' then 'a draft' else i.status end));
  perform app.ensure_fields(array[
    case when amount > i.outstanding_minor then format('body.amount_minor: exceeds outstanding, which is %s', i.outstanding_minor) end,
    case when day > (select app.org_today()) then 'body.paid_on: in the future' end]);
  insert into invoice_payments (id, invoice_id, amount_minor, currency, paid_on, method, reference, idempotency_key)
    values (new_id, invoice, amount, i.currency, day, payment_method, payment_reference, key);
  perform app.update_invoice_balance(invoice);
  return new_id;
end $$;

create or replace function app.void_payment(invoice uuid, payment uuid) returns void language plpgsql as $$
begin
  perform 1 from invoices where org_id = app.org_id() and id = invoice for no key update;
  update invoice_payments set voided_at = now(), voided_by = app.user_id()
    where org_id = app.org_id() and invoice_id = invoice and id = payment and voided_at is null;
  perform app.ensure(found, 'WM409', 'the payment is void already');
  perform app.update_invoice_balance(invoice);
end $$;
