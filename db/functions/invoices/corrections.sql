-- Drafts based on other invoices: corrections and copies.

-- Each correction is relative to the original invoice, so a replaced invoice gets no other correction, and
-- one corrected by difference is never replaced. The caller has locked the original.
create or replace function app.check_correction(o invoices, method text) returns void language plpgsql as $$
declare earlier invoices;
begin
  select * into earlier from invoices c where c.org_id = o.org_id and c.corrects_invoice_id = o.id
      and c.status not in ('draft', 'cancelled') and (c.correction_method = 'substitution' or method = 'substitution')
    order by c.correction_method desc, c.issued_at desc limit 1;
  perform app.ensure(earlier.id is null, 'WM409', format(case earlier.correction_method
    when 'substitution' then 'the invoice was replaced by %s; correct that one instead'
    else 'the invoice was corrected by %s; take back the rest with method difference' end, earlier.number));
end $$;

-- What of the taxes of an invoice is not credited yet, per category and rate, leaving out one correction.
create or replace function app.uncredited_taxes(original uuid, excluded uuid) returns setof app.invoice_tax
language sql stable as $$
  select t.category, t.rate, t.surcharge_rate, t.exemption_code, t.base_minor + coalesce(c.base, 0),
      t.tax_minor + coalesce(c.tax, 0), t.surcharge_minor + coalesce(c.surcharge, 0), null
    from invoice_taxes t left join lateral (
      select sum(x.base_minor)::bigint as base, sum(x.tax_minor)::bigint as tax, sum(x.surcharge_minor)::bigint as surcharge
        from invoices c join invoice_taxes x on x.org_id = c.org_id and x.invoice_id = c.id
        where c.org_id = t.org_id and c.corrects_invoice_id = original and c.correction_method = 'difference'
          and c.status not in ('draft', 'cancelled') and c.id <> excluded
          and (x.category, x.rate, x.surcharge_rate) = (t.category, t.rate, t.surcharge_rate)) c on true
    where t.org_id = app.org_id() and t.invoice_id = original
$$;

-- A correction that takes back all that is left of a base takes back all that is left of its tax, so that
-- cents which earlier corrections rounded differently do not remain.
create or replace function app.take_rest_of_taxes(i invoices, t app.invoice_totals) returns app.invoice_totals
language plpgsql stable as $$
declare whole boolean; withheld bigint;
begin
  select array_agg((x.category, x.rate, x.surcharge_rate, x.exemption_code, x.base_minor,
        case when r.base_minor = -x.base_minor then -r.tax_minor else x.tax_minor end,
        case when r.base_minor = -x.base_minor then -r.surcharge_minor else x.surcharge_minor end,
          x.exact)::app.invoice_tax),
      bool_and(r.base_minor is not distinct from -x.base_minor)
        and sum(x.base_minor) = (select -sum(l.base_minor) from app.uncredited_taxes(i.corrects_invoice_id, i.id) l)
    into t.taxes, whole from unnest(t.taxes) x
      left join app.uncredited_taxes(i.corrects_invoice_id, i.id) r
        on (r.category, r.rate, r.surcharge_rate) = (x.category, x.rate, x.surcharge_rate);
  select coalesce(sum(x.tax_minor), 0), coalesce(sum(x.surcharge_minor), 0) into t.tax_minor, t.surcharge_minor
    from unnest(t.taxes) x;
  select sum(c.withholding_minor) into withheld from invoices c where c.org_id = i.org_id and (c.id = i.corrects_invoice_id
    or c.corrects_invoice_id = i.corrects_invoice_id and c.correction_method = 'difference'
      and c.status not in ('draft', 'cancelled') and c.id <> i.id);
  if whole then t.withholding_minor := -withheld; end if;
  t.total_minor := t.net_minor + t.tax_minor + t.surcharge_minor;
  t.payable_minor := t.total_minor - t.withholding_minor;
  return t;
end $$;

-- Lines sent with a rate and no category have the category that this rate has in the corrected invoice.
create or replace function app.with_corrected_categories(original uuid, lines jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(w.line || case when w.line ? 'tax_rate' and not w.line ? 'category' then coalesce((
        select jsonb_build_object('category', t.category) from invoice_taxes t where t.org_id = app.org_id()
          and t.invoice_id = original and t.rate = (w.line->>'tax_rate')::numeric
          and t.surcharge_rate = coalesce((w.line->>'surcharge_rate')::numeric, 0)
        order by t.category not in ('standard', 'zero'), t.category limit 1), '{}') else '{}' end order by w.place), '[]')
    from jsonb_array_elements(lines) with ordinality w(line, place)
$$;

create or replace function app.tax_in_words(category text, rate numeric, surcharge_rate numeric) returns text
language sql immutable as $$
  select format('%s %%%s (%s)', trim_scale(rate), case when surcharge_rate > 0 then format(' with a surcharge of %s %%',
    trim_scale(surcharge_rate)) else '' end, replace(category, '_', ' '))
$$;

-- Rejects a correction by difference that changes nothing, has a tax that the corrected invoice does not
-- have, or takes back more than is not credited yet: in all, or of one tax.
create or replace function app.check_credit(invoice uuid) returns void language plpgsql as $$
declare i invoices; original invoices; uncredited bigint; problem text;
begin
  select * into i from invoices where org_id = app.org_id() and id = invoice;
  if i.correction_method is distinct from 'difference' then return; end if;
  select * into original from invoices where org_id = app.org_id() and id = i.corrects_invoice_id;
  perform app.ensure_fields((select array_agg(format('body.lines[%s].tax_rate: %s does not occur in invoice %s, which has %s; '
      'correct its tax with method substitution', l.place - 1, app.tax_in_words(l.category, l.tax_rate, l.surcharge_rate),
      original.number, (select string_agg(app.tax_in_words(t.category, t.rate, t.surcharge_rate), ', '
          order by t.rate desc, t.category, t.surcharge_rate)
        from invoice_taxes t where t.org_id = i.org_id and t.invoice_id = original.id)) order by l.place)
    from unnest(app.invoice_lines_as_stored(invoice)) l where not exists (select from invoice_taxes t
      where t.org_id = i.org_id
      and t.invoice_id = original.id
      and (t.category, t.rate, t.surcharge_rate) = (l.category, l.tax_rate, coalesce(l.surcharge_rate, 0)))));
  perform app.ensure_fields((select array['body.lines: the difference is 0; take something back, or change what is not an '
      'amount with method substitution'] from invoice_taxes t where t.org_id = i.org_id and t.invoice_id = i.id
    having bool_and(t.base_minor = 0 and t.tax_minor = 0 and t.surcharge_minor = 0)));
  uncredited := original.payable_minor - original.credited_minor;
  perform app.ensure(i.payable_minor >= 0 or original.payable_minor < 0 or -i.payable_minor <= uncredited, 'WM422', format(
    'body.lines: they take back %s minor units, and %s of invoice %s are not credited yet',
    -i.payable_minor, uncredited, original.number));
  select format('body.lines: they take back %s minor units at %s, and %s of invoice %s are not credited yet', -x.amount,
      app.tax_in_words(x.category, x.rate, x.surcharge_rate), x.left_over, original.number) into problem
    from (select t.category, t.rate, t.surcharge_rate, o.base_minor as invoiced,
        t.base_minor + case when i.prices_include_tax then t.tax_minor + t.surcharge_minor else 0 end as amount,
        r.base_minor + case when i.prices_include_tax then r.tax_minor + r.surcharge_minor else 0 end as left_over
      from invoice_taxes t join app.uncredited_taxes(original.id, i.id) r using (category, rate, surcharge_rate)
        join invoice_taxes o on o.org_id = t.org_id and o.invoice_id = original.id
          and (o.category, o.rate, o.surcharge_rate) = (t.category, t.rate, t.surcharge_rate)
      where t.org_id = i.org_id and t.invoice_id = i.id) x
    where case when x.invoiced < 0 then x.amount > 0 and -x.amount < x.left_over else x.amount < 0
      and -x.amount > x.left_over end
    order by x.rate desc, x.category, x.surcharge_rate limit 1;
  perform app.ensure_fields(array[problem]);
end $$;

-- A correction of an issued invoice, as a draft. Null `lines` means all of them. A difference is sent with
-- positive quantities and stored with negative ones; a substitution has the correct lines in full.
create or replace function app.draft_correction(original uuid, new_id uuid, reason text, method text, lines jsonb, note text)
returns void language plpgsql as $$
declare o invoices; rest boolean;
begin
  select * into o from invoices where org_id = app.org_id() and id = original for no key update;
  perform app.ensure(o.status not in ('draft', 'cancelled'), 'WM409', format(
    'the invoice is %s; only an issued one can be corrected', case o.status when 'draft' then 'a draft' else o.status end));
  perform app.check_correction(o, method);
  rest := method = 'difference' and lines is null and exists (select from invoices c where c.org_id = o.org_id
    and c.corrects_invoice_id = o.id and c.status not in ('draft', 'cancelled'));
  perform app.ensure(not rest or exists (select from app.uncredited_taxes(o.id, new_id) t
    where t.base_minor <> 0 or t.tax_minor <> 0), 'WM409', 'the invoice is credited in full already');
  insert into invoices (id, client_id, contact_id, project_id, kind, corrects_invoice_id, correction_method, correction_reason,
      currency, exchange_rate, exchange_rate_date, prices_include_tax, rounding_mode, discount_kind, discount_value, withholding_rate, po_number,
      profile, buyer_reference, notes)
    select new_id, o.client_id, o.contact_id, o.project_id, 'corrective', o.id, method, reason, o.currency,
      o.exchange_rate,
      case when o.currency <> o.base_currency then coalesce(o.exchange_rate_date, o.issue_date) end,
      o.prices_include_tax, o.rounding_mode, case when k.keeps_discount then o.discount_kind else 'none' end,
      case when k.keeps_discount then o.discount_value else 0 end,
      o.withholding_rate, o.po_number, o.profile, o.buyer_reference, note
      from (select o.discount_kind = 'percent' or lines is null and not rest) k(keeps_discount);
  if rest then
    perform app.write_rest_lines(o, new_id);
  elsif lines is null then
    perform app.copy_invoice_lines(original, new_id, method = 'difference');
  else
    perform app.write_invoice_lines(new_id, lines);
    if method = 'difference' then
      update invoice_lines set quantity = -quantity where org_id = app.org_id() and invoice_id = new_id;
    end if;
  end if;
  perform app.retotal_invoice(new_id);
end $$;

-- The lines of an invoice less what earlier corrections took back of them. Where these do not come to what is
-- left of each tax, one line for each, which does.
create or replace function app.write_rest_lines(o invoices, new_id uuid) returns void language plpgsql as $$
declare t app.invoice_totals; i invoices;
begin
  perform app.copy_invoice_lines(o.id, new_id, true);
  with taken as (
    select l.description, l.unit_price, l.discount_percent, l.category, l.tax_rate, l.surcharge_rate,
      -sum(l.quantity) as quantity
      from invoices c join invoice_lines l on l.org_id = c.org_id and l.invoice_id = c.id
      where c.org_id = o.org_id and c.corrects_invoice_id = o.id and c.status not in ('draft', 'cancelled') group by 1, 2,
        3, 4, 5, 6),
  rest as (
    select n.id, least(n.quantity + least(greatest(k.quantity - n.before, 0), -n.quantity), 0) as quantity
      from (select l.*, -sum(l.quantity) over (partition by l.description, l.unit_price, l.discount_percent, l.category,
          l.tax_rate, l.surcharge_rate order by l.position) + l.quantity as before
        from invoice_lines l where l.org_id = o.org_id and l.invoice_id = new_id) n
      join taken k on (k.description, k.unit_price, k.discount_percent, k.category, k.tax_rate, coalesce(k.surcharge_rate,
        0))
        = (n.description, n.unit_price, n.discount_percent, n.category, n.tax_rate, coalesce(n.surcharge_rate, 0))
      where n.quantity < 0),
  gone as (
    delete from invoice_lines l using rest r where l.org_id = o.org_id and l.id = r.id and r.quantity = 0)
  update invoice_lines l set quantity = r.quantity from rest r where l.org_id = o.org_id and l.id = r.id and r.quantity <> 0;
  select * into i from invoices where org_id = o.org_id and id = new_id;
  t := app.total_invoice((i.currency, i.prices_include_tax, i.rounding_mode, i.discount_kind, i.discount_value,
    i.withholding_rate)::app.invoice_terms, app.invoice_lines_as_stored(new_id));
  if not exists (select from unnest(t.taxes) x full join app.uncredited_taxes(o.id, new_id) r using (category, rate,
    surcharge_rate)
      where coalesce(-x.base_minor, 0) <> coalesce(r.base_minor, 0)) then return; end if;
  delete from invoice_lines where org_id = o.org_id and invoice_id = new_id;
  update invoices set discount_kind = 'none', discount_value = 0, prices_include_tax = false where org_id = o.org_id
    and id = new_id;
  insert into invoice_lines (invoice_id, position, description, quantity, unit_price, tax_rate, surcharge_rate, category,
    exemption_code)
    select new_id, row_number() over (order by r.rate desc, r.category, r.surcharge_rate), concat_ws(' - ', o.number,
        trim_scale(r.rate) || ' %'), -sign(r.base_minor), abs(r.base_minor) / 10::numeric ^ app.minor_digits(o.currency),
          r.rate,
        nullif(r.surcharge_rate, 0), r.category, r.exemption_code
      from app.uncredited_taxes(o.id, new_id) r where r.base_minor <> 0;
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
  perform app.ensure((select kind <> 'corrective' from invoices where org_id = app.org_id() and id = original), 'WM409',
    'a credit note cannot be copied; make another of the invoice that it corrects');
  insert into invoices (id, client_id, contact_id, project_id, kind, currency, prices_include_tax, rounding_mode, discount_kind,
      discount_value, withholding_rate, payment_terms_days, po_number, profile,
      buyer_reference, notes, internal_notes)
    select new_id, coalesce(client, o.client_id),
      case when coalesce(client, o.client_id) = o.client_id then o.contact_id end, o.project_id, o.kind, o.currency,
        o.prices_include_tax, o.rounding_mode, o.discount_kind, o.discount_value, o.withholding_rate, o.payment_terms_days,
        o.po_number, case when coalesce(client, o.client_id) = o.client_id then o.profile end,
        case when coalesce(client, o.client_id) = o.client_id then o.buyer_reference end, o.notes, o.internal_notes
      from invoices o where o.org_id = app.org_id() and o.id = original;
  perform app.copy_invoice_lines(original, new_id, false);
  update invoice_lines l set tax_rate = r.rate, surcharge_rate = r.surcharge_rate, category = r.category, exemption_code = r.exemption_code
    from tax_rates r where l.org_id = app.org_id() and l.invoice_id = new_id and r.org_id = l.org_id and r.id = l.tax_rate_id
      and r.archived_at is null;
  perform app.retotal_invoice(new_id);
end $$;
