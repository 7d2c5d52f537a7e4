-- Drafts based on other invoices: corrections and copies.

-- Each correction is relative to the original invoice, so a replaced invoice gets no other correction, and one
-- corrected by difference is never replaced. The caller has locked the original.
create or replace function app.check_correction(o invoices, method text) returns void language plpgsql as $$
declare earlier invoices;
begin
  select * into earlier from invoices c where c.org_id = o.org_id and c.corrects_invoice_id = o.id
      and c.status not in ('draft', 'cancelled') and (c.correction_method = 'substitution' or method = 'substitution')
    order by c.correction_method desc, c.issued_at desc limit 1;
  perform app.require(earlier.id is null, 'WM409', format(case earlier.correction_method
    when 'substitution' then 'the invoice was replaced by %s; correct that one instead'
    else 'the invoice was corrected by %s; take back the rest with method difference' end, earlier.number));
end $$;

-- A correction of an issued invoice, as a draft. Null `lines` means all of them. A difference is sent with positive
-- quantities and stored with negative ones; a substitution has the correct lines in full.
create or replace function app.draft_correction(original uuid, new_id uuid, reason text, method text, lines jsonb, note text)
returns void language plpgsql as $$
declare o invoices;
begin
  select * into o from invoices where org_id = app.org_id() and id = original for no key update;
  perform app.require(o.status not in ('draft', 'cancelled'), 'WM409', format(
    'the invoice is %s; only an issued one can be corrected', case o.status when 'draft' then 'a draft' else o.status end));
  perform app.check_correction(o, method);
  perform app.require(method <> 'difference' or lines is not null or o.credited_minor = 0 or o.kind = 'corrective', 'WM409',
    'a part of the invoice is credited already; send the lines that are to be taken back');
  insert into invoices (id, client_id, contact_id, project_id, kind, corrects_invoice_id, correction_method, correction_reason,
      currency, exchange_rate, prices_include_tax, rounding_mode, discount_kind, discount_value, withholding_rate, po_number, notes)
    values (new_id, o.client_id, o.contact_id, o.project_id, 'corrective', o.id, method, reason, o.currency, o.exchange_rate,
      o.prices_include_tax, o.rounding_mode, case when lines is null or o.discount_kind = 'percent' then o.discount_kind else 'none' end,
      case when lines is null or o.discount_kind = 'percent' then o.discount_value else 0 end,
      o.withholding_rate, o.po_number, note);
  if lines is null then
    perform app.copy_invoice_lines(original, new_id, method = 'difference');
  else
    perform app.write_invoice_lines(new_id, lines);
    if method = 'difference' then
      update invoice_lines set quantity = -quantity where org_id = app.org_id() and invoice_id = new_id;
    end if;
  end if;
  perform app.retotal_invoice(new_id);
end $$;

create or replace function app.copy_invoice_lines(original uuid, new_id uuid, negated boolean) returns void language sql as $$
  insert into invoice_lines (invoice_id, position, description, quantity, unit, unit_price, discount_percent, tax_rate_id, tax_rate,
      surcharge_rate, category, exemption_code)
    select new_id, l.position, l.description, case when negated then -l.quantity else l.quantity end, l.unit, l.unit_price,
        l.discount_percent, l.tax_rate_id, l.tax_rate, l.surcharge_rate, l.category, l.exemption_code
      from invoice_lines l where l.org_id = app.org_id() and l.invoice_id = original
$$;

-- A copy as a new draft, at today's rates: a line whose rate was archived keeps that rate.
create or replace function app.duplicate_invoice(original uuid, new_id uuid, client uuid) returns void language plpgsql as $$
begin
  perform app.require((select kind <> 'corrective' from invoices where org_id = app.org_id() and id = original), 'WM409',
    'a credit note cannot be copied; make another of the invoice that it corrects');
  insert into invoices (id, client_id, contact_id, project_id, kind, currency, prices_include_tax, rounding_mode, discount_kind,
      discount_value, withholding_rate, payment_terms_days, po_number, notes, internal_notes)
    select new_id, coalesce(client, o.client_id),
      case when coalesce(client, o.client_id) = o.client_id then o.contact_id end, o.project_id, o.kind, o.currency,
        o.prices_include_tax, o.rounding_mode, o.discount_kind, o.discount_value, o.withholding_rate, o.payment_terms_days,
        o.po_number, o.notes, o.internal_notes
      from invoices o where o.org_id = app.org_id() and o.id = original;
  perform app.copy_invoice_lines(original, new_id, false);
  update invoice_lines l set tax_rate = r.rate, surcharge_rate = r.surcharge_rate, category = r.category, exemption_code = r.exemption_code
    from tax_rates r where l.org_id = app.org_id() and l.invoice_id = new_id and r.org_id = l.org_id and r.id = l.tax_rate_id
      and r.archived_at is null;
  perform app.retotal_invoice(new_id);
end $$;
