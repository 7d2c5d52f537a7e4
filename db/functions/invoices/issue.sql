-- Issuing and cancelling. Lock order: invoices (a corrective one before the one it corrects), the series, the
-- head of the register.

-- What is missing to say who issues the invoices.
create or replace function app.missing_of_issuer(r invoice_register_settings) returns text[] language sql stable as $$
  select array_remove(array[case when r.issuer_name = '' then 'issuer_name' end,
    case when r.address_line1 is null then 'address_line1' end, case when r.city is null then 'city' end,
    case when app.issuer_snapshot(r)->>'country' is null then 'country' end], null)
$$;

-- The issuer as printed, and the client with the invoice's contact.
create or replace function app.issuer_snapshot(r invoice_register_settings) returns jsonb language sql stable as $$
  select jsonb_build_object('name', coalesce(nullif(r.issuer_name, ''), o.name), 'legal_name', null, 'tax_id', nullif(r.issuer_tax_id, ''),
      'email', r.issuer_email, 'phone', r.issuer_phone, 'website', r.issuer_website, 'address_line1', r.address_line1,
      'address_line2', r.address_line2, 'postal_code', r.postal_code, 'city', r.city, 'region', r.region,
      'country', coalesce(r.country, o.country), 'iban', r.issuer_iban, 'footer', r.footer,
      'contact', r.issuer_contact, 'electronic_address', r.issuer_electronic_address)
    from organizations o where o.id = app.org_id()
$$;
create or replace function app.client_snapshot(client uuid, contact uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('name', c.name, 'legal_name', c.legal_name, 'tax_id', c.tax_id, 'email', coalesce(p.email, c.email),
      'phone', c.phone, 'website', c.website, 'address_line1', c.address_line1, 'address_line2', c.address_line2,
      'postal_code', c.postal_code, 'city', c.city, 'region', c.region, 'country', c.country, 'contact', p.name,
      'electronic_address', c.electronic_address)
    from clients c left join client_contacts p on p.org_id = c.org_id and p.id = contact
    where c.org_id = app.org_id() and c.id = client
$$;

-- What an invoice lacks for its profile, each as `field: what to do`; null if nothing.
create or replace function app.profile_problems(i invoices, issuer jsonb,
  client jsonb) returns text[] language sql stable as $$
  select nullif(array_remove(array[
      case when i.profile = 'peppol' and issuer->>'country' in ('DK', 'GR', 'IS', 'IT', 'NL', 'NO', 'SE')
        then format('profile: Peppol has rules of its own for issuers of %s, which are not supported; choose en16931',
          issuer->>'country') end,
      case when app.minor_digits(i.currency) > 2 then 'currency: electronic invoices have two decimals at most' end,
      case when coalesce(issuer->>'tax_id', '') = '' then 'issuer_tax_id: give the tax number of the issuer' || register end,
      case when issuer->>'country' is null then 'country: give the country of the issuer' || register end,
      case when client->>'country' is null then 'client.country: give the country of the client' end,
      case when t.buyer_pays and coalesce(client->>'tax_id', '') = ''
        then 'client.tax_id: give the tax number of the client, who owes the tax' end,
      case when t.mixed then 'lines: put what is not subject to tax on an invoice of its own' end,
      case when german and i.buyer_reference is null
        then 'buyer_reference: give the Leitweg-ID or another reference of the buyer, in the invoice or its client' end,
      case when not german and coalesce(i.buyer_reference, i.po_number) is null
        then 'buyer_reference: give it in the invoice or its client, or po_number in the invoice' end,
      case when german and issuer->>'contact' is null then 'issuer_contact: name whom clients may ask' || register end,
      case when german and issuer->>'phone' is null then 'issuer_phone: give the phone of the issuer' || register end,
      case when german and issuer->>'phone' !~ '([0-9].*){3}' then 'issuer_phone: give at least three digits' end,
      case when german and issuer->>'email' is null
        then 'issuer_email: give the e-mail address of the issuer' || register end,
      case when german and issuer->>'city' is null then 'city: give the town of the issuer' || register end,
      case when german and issuer->>'postal_code' is null
        then 'postal_code: give the postal code of the issuer' || register end,
      case when german and i.payable_minor > 0 and issuer->>'iban' is null
        then 'issuer_iban: give the account to pay to' || register end,
      case when german and client->>'city' is null then 'client.city: give the town of the client' end,
      case when german and client->>'postal_code' is null then 'client.postal_code: give the postal code of the client' end,
      case when i.profile = 'xrechnung' and coalesce(client->>'electronic_address', client->>'email') is null
        then 'client.electronic_address: give it, or the e-mail address of the client' end,
      case when i.profile = 'peppol' and issuer->>'electronic_address' is null
        then 'issuer_electronic_address: give the Peppol ID of the issuer' || register end,
      case when i.profile = 'peppol' and client->>'electronic_address' is null
        then 'client.electronic_address: give the Peppol ID of the client' end], null), '{}')
    from (select ' in the settings of the register' as register,
        i.profile = 'xrechnung' or issuer->>'country' = 'DE' and client->>'country' = 'DE' as german) k
      cross join (select bool_or(x.category = 'reverse_charge' or x.category = 'exempt'
        and x.exemption_code = 'E5') as buyer_pays,
          bool_or(x.category = 'not_subject') and not bool_and(x.category = 'not_subject') as mixed
        from invoice_taxes x where x.org_id = i.org_id and x.invoice_id = i.id) t
$$;

-- Raises an error if the invoice cannot be issued on this day or under the rules of the register.
create or replace function app.check_issue(i invoices, day date, today date, r invoice_register_settings) returns void
language plpgsql as $$
declare c clients; original invoices;
begin
  perform app.ensure(i.status = 'draft', 'WM409', format('the invoice is %s already, as %s', replace(i.status, '_', ' '), i.number));
  perform app.ensure(exists (select from invoice_lines l where l.org_id = i.org_id and l.invoice_id = i.id), 'WM409',
    'the invoice has no lines; add at least one');
  perform app.ensure(i.kind = 'corrective' or i.total_minor >= 0, 'WM409',
    'the total of the invoice is negative; make a credit note for an earlier invoice instead');
  perform app.ensure(day <= today, 'WM409', format('issue_date %s is in the future; it would break chronological numbering', day));
  perform app.ensure(i.due_date is null or i.due_date >= day, 'WM409', format(
    'due_date %s is before the day of issue, %s; change the due date of the draft or remove it', i.due_date, day));
  select * into c from clients where org_id = i.org_id and id = i.client_id;
  perform app.ensure_fields(array[
    case when i.kind <> 'simplified' and coalesce(c.tax_id, '') = '' and (r.require_client_tax_id or r.mode <> 'internal')
      then 'path.invoice_id: the client has no tax number, which the settings of the register demand; add it to the client' end,
    case when i.kind = 'simplified' and i.total_minor > r.simplified_limit_minor
      then format('path.invoice_id: a simplified invoice comes to at most %s minor units; make it a standard one', r.simplified_limit_minor) end]);
  if i.corrects_invoice_id is not null then
    select * into original from invoices where org_id = i.org_id and id = i.corrects_invoice_id for no key update;
    perform app.ensure(original.status not in ('draft', 'cancelled'), 'WM409',
      format('the invoice that it corrects is %s', original.status)), app.check_correction(original, i.correction_method);
    perform app.ensure_fields(array[case when day < original.issue_date
      then format('body.issue_date: before %s, when the corrected invoice was issued', original.issue_date) end]);
    perform app.retotal_invoice(i.id);
  end if;
end $$;

-- Issues a draft: number, date, snapshots, and its record in the register.
create or replace function app.issue_invoice(invoice uuid, requested_day date, rate numeric, rate_day date) returns void
language plpgsql as $$
declare i invoices; original invoices; r invoice_register_settings; o organizations; s invoice_series; today date; day date;
  number_in_series bigint; terms int; problems text[];
begin
  select * into i from invoices where org_id = app.org_id() and id = invoice for no key update;
  select * into r from invoice_register_settings where org_id = app.org_id();
  select * into o from organizations where id = app.org_id();
  today := app.today(coalesce(r.time_zone, o.timezone));
  day := coalesce(requested_day, today);
  perform app.check_issue(i, day, today, r);
  -- What is left to credit may have changed since it was drafted.
  if i.corrects_invoice_id is not null then select * into i from invoices where org_id = i.org_id and id = i.id; end if;
  rate_day := case when i.currency <> o.currency
    then coalesce(rate_day, case when rate is null then i.exchange_rate_date end, day) end;
  rate := case when i.currency = o.currency then 1 else coalesce(rate, i.exchange_rate) end;
  perform app.ensure_fields(array[case when rate is null then format(
    'body.exchange_rate: required, as the invoice is in %s and the organization keeps its books in %s', i.currency, o.currency) end,
    case when rate_day > day then format('body.exchange_rate_date: %s is after the day of issue, %s', rate_day, day) end]);
  perform app.check_regulation(i, day, r, o.currency);
  select coalesce(i.profile, c.profile, 'en16931'), coalesce(i.buyer_reference, c.buyer_reference) into i.profile,
    i.buyer_reference
    from clients c where c.org_id = i.org_id and c.id = i.client_id;
  if i.profile <> 'en16931' then
    problems := app.profile_problems(i, app.issuer_snapshot(r), app.client_snapshot(i.client_id, i.contact_id));
    perform app.ensure(problems is null, 'WM409', format('not as %s: %s', i.profile, array_to_string(problems, '; ')));
  end if;
  perform app.ensure(app.missing_of_issuer(r) = '{}', 'WM409', format(
    'nothing says who issues the invoices; the owner sets %s first, in the settings of the register or on the page Invoicing',
    array_to_string(app.missing_of_issuer(r), ', ')));
  s := app.lock_series(i.series_id, case i.kind when 'standard' then 'invoice' when 'simplified' then 'simplified'
    else 'credit_note' end);
  number_in_series := app.allocate_number(s, day);
  terms := coalesce(i.payment_terms_days, (select c.payment_terms_days from clients c where c.org_id = i.org_id and c.id = i.client_id), 30);
  select * into original from invoices where org_id = i.org_id and id = i.corrects_invoice_id;
  update invoices set status = 'issued', series_id = s.id, counter_period = app.series_period(s, day),
    series_seq = number_in_series,
      number = app.series_number(s, day, number_in_series), issue_date = day,
      due_date = coalesce(due_date, day + terms), profile = i.profile, buyer_reference = i.buyer_reference,
      exchange_rate = rate, exchange_rate_date = rate_day, base_currency = o.currency,
      base_total_minor = app.convert_minor(total_minor, currency, rate, o.currency),
      base_net_minor = app.convert_minor(net_minor - case when i.correction_method = 'substitution' then original.net_minor
        else 0 end,
        currency, rate, o.currency),
      replaced_net_minor = case when i.correction_method = 'substitution' then original.net_minor end,
      replaced_tax_minor = case when i.correction_method = 'substitution' then original.tax_minor end,
      replaced_surcharge_minor = case when i.correction_method = 'substitution' then original.surcharge_minor end,
      credits_minor = case i.correction_method when 'substitution' then original.payable_minor - original.credited_minor
        when 'difference' then greatest(-payable_minor, 0) else 0 end,
      credited_minor = case when i.kind = 'corrective' then least(payable_minor, 0) else 0 end,
      issuer_snapshot = app.issuer_snapshot(r), client_snapshot = app.client_snapshot(i.client_id, i.contact_id),
      issued_at = now(), issued_by = app.user_id()
    where org_id = i.org_id and id = i.id returning * into i;
  update invoice_taxes set issued_on = day, currency = i.currency, base_tax_minor = app.convert_minor(
      tax_minor + surcharge_minor, i.currency, issue_invoice.rate, o.currency)
    where org_id = i.org_id and invoice_id = i.id;
  if i.corrects_invoice_id is not null then perform app.update_credited_amount(i, 1); end if;
  perform app.register_invoice(i, 'alta', false, null);
end $$;

-- Adds what a correction takes off the corrected invoice to its credited amount (1), or removes it again
-- (-1).
create or replace function app.update_credited_amount(correction invoices, sign int) returns void language sql as $$
  update invoices o set credited_minor = o.credited_minor + sign * correction.credits_minor
    where o.org_id = app.org_id() and o.id = correction.corrects_invoice_id;
  select app.update_invoice_balance(correction.corrects_invoice_id)
$$;

-- Updates the paid amount and the status of an issued invoice from its payments and corrections.
create or replace function app.update_invoice_balance(invoice uuid) returns void language sql as $$
  update invoices i set paid_minor = p.paid, status = case when p.paid = 0 then 'issued'
      when p.paid + i.credited_minor >= i.payable_minor then 'paid' else 'partially_paid' end
    from (select coalesce(sum(p.amount_minor), 0) as paid from invoice_payments p
      where p.org_id = app.org_id() and p.invoice_id = invoice and p.voided_at is null) p
    where i.org_id = app.org_id() and i.id = invoice and i.status not in ('draft', 'cancelled')
$$;

-- Cancels an invoice that should never have existed. Its number stays used; what it billed can be billed
-- again.
create or replace function app.cancel_invoice(invoice uuid, reason text) returns void language plpgsql as $$
declare i invoices;
begin
  select * into i from invoices where org_id = app.org_id() and id = invoice for no key update;
  perform app.ensure(i.status <> 'draft', 'WM409', 'the invoice is a draft; delete it instead');
  perform app.ensure(i.status = 'issued' and i.paid_minor = 0, 'WM409', format(
    'the invoice is %s; only one on which nothing was paid can be cancelled: void its payments, or make a credit note',
    replace(i.status, '_', ' ')));
  perform app.ensure(not exists (select from invoices c where c.org_id = i.org_id and c.corrects_invoice_id = i.id
    and c.status <> 'cancelled'), 'WM409', 'the invoice was corrected; cancel or delete the correction first');
  if i.corrects_invoice_id is not null then
    perform 1 from invoices o where o.org_id = i.org_id and o.id = i.corrects_invoice_id for no key update;
  end if;
  update invoices set status = 'cancelled', cancelled_at = now(), cancelled_by = app.user_id(), cancel_reason = reason,
      credited_minor = 0 where org_id = i.org_id and id = i.id returning * into i;
  update invoice_taxes set issued_on = null where org_id = i.org_id and invoice_id = i.id;
  if i.corrects_invoice_id is not null then perform app.update_credited_amount(i, -1); end if;
  update invoice_line_sources s set released_at = now() from invoice_lines l
    where l.org_id = i.org_id and l.invoice_id = i.id and s.org_id = l.org_id and s.line_id = l.id and s.released_at is null;
  perform app.register_invoice(i, 'anulacion', false, reason);
end $$;
