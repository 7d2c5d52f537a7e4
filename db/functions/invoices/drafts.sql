-- Drafts: their lines, what these bill, and their totals.

-- Problems of lines: rates, expenses and milestones that are not there or cannot be billed to the client.
create or replace function app.invoice_line_problems(client uuid, money text, lines jsonb) returns text[]
language sql stable as $$
  select coalesce(array_agg('body.lines[' || l.place - 1 || '].' || p.why order by l.place), '{}')
    from (select w.place, w.wish, (w.wish->>'tax_rate_id')::uuid as rate, (w.wish->>'expense_id')::uuid as expense,
        (w.wish->>'milestone_id')::uuid as milestone from jsonb_array_elements(lines) with ordinality w(wish, place)) l
      left join tax_rates r on r.org_id = app.org_id() and r.id = l.rate
      left join expenses e on e.org_id = app.org_id() and e.id = l.expense
      left join contract_milestones m on m.org_id = app.org_id() and m.id = l.milestone
      left join contracts c on c.org_id = m.org_id and c.id = m.contract_id
      cross join lateral (values
        (case when l.rate is not null and r.id is null then 'tax_rate_id: not found'
          when r.archived_at is not null then 'tax_rate_id: archived; choose another rate' end),
        (case when l.expense is null then null when e.id is null then 'expense_id: not found'
          when e.status not in ('approved', 'paid') then 'expense_id: not approved yet'
          when not e.billable then 'expense_id: not billable'
          when e.client_id <> client then 'expense_id: of another client'
          when e.currency <> money then 'expense_id: in another currency' end),
        (case when l.milestone is null then null when m.id is null then 'milestone_id: not found'
          when c.client_id is distinct from client then 'milestone_id: of another client'
          when c.currency <> money then 'milestone_id: in another currency'
          when not app.milestone_is_reached(m) then 'milestone_id: not reached yet' end)) p(why)
    where p.why is not null
$$;

-- Replaces the lines of a draft, what they bill, and its totals. The caller has locked the invoice.
create or replace function app.write_invoice_lines(invoice uuid, lines jsonb) returns void language plpgsql as $$
declare i invoices; line app.invoice_line; made uuid;
begin
  select * into i from invoices where org_id = app.org_id() and id = invoice;
  perform app.require_fields(app.invoice_line_problems(i.client_id, i.currency, lines));
  delete from invoice_lines where org_id = app.org_id() and invoice_id = invoice;
  foreach line in array app.invoice_lines_of(lines, i.currency) loop
    insert into invoice_lines (invoice_id, position, description, quantity, unit, unit_price, discount_percent, tax_rate_id,
        tax_rate, surcharge_rate, category, exemption_code)
      values (invoice, line.place, line.description, line.quantity, line.unit, line.unit_price, line.discount_percent,
        line.tax_rate_id, line.tax_rate, line.surcharge_rate, line.category, line.exemption_code) returning id into made;
    if line.expense_id is not null or line.milestone_id is not null then
      insert into invoice_line_sources (line_id, expense_id, milestone_id) values (made, line.expense_id, line.milestone_id);
    end if;
  end loop;
end $$;

create or replace function app.invoice_lines_as_stored(invoice uuid) returns app.invoice_line[] language sql stable as $$
  select coalesce(array_agg((l.place, l.description, l.quantity, l.unit, l.unit_price, l.discount_percent, l.tax_rate_id,
      l.tax_rate, l.surcharge_rate, l.category, l.exemption_code, null::uuid, null::uuid)::app.invoice_line order by l.place), '{}')
    from (select l.*, row_number() over (order by l.position)::int as place from invoice_lines l
      where l.org_id = app.org_id() and l.invoice_id = invoice) l
$$;

-- Computes the totals of a draft from its lines and writes them: to the invoice, its lines and its taxes.
create or replace function app.retotal_invoice(invoice uuid) returns void language plpgsql as $$
declare i invoices; t app.invoice_totals; saved text;
begin
  select * into i from invoices where org_id = app.org_id() and id = invoice;
  t := app.total_invoice((i.currency, i.prices_include_tax, i.rounding_mode, i.discount_kind, i.discount_value,
    i.withholding_rate)::app.invoice_terms, app.invoice_lines_as_stored(invoice));
  saved := app.suppress_audit();
  update invoice_lines l set net_minor = n.net from (select l.id, t.nets[row_number() over (order by l.position)] as net
      from invoice_lines l where l.org_id = app.org_id() and l.invoice_id = invoice) n
    where l.org_id = app.org_id() and l.id = n.id and l.net_minor <> n.net;
  perform set_config('app.suppress_audit', saved, true);
  delete from invoice_taxes where org_id = app.org_id() and invoice_id = invoice;
  insert into invoice_taxes (invoice_id, category, rate, surcharge_rate, exemption_code, base_minor, tax_minor, surcharge_minor, exact)
    select invoice, x.category, x.rate, x.surcharge_rate, x.exemption_code, x.base_minor, x.tax_minor, x.surcharge_minor, x.exact
      from unnest(t.taxes) x;
  update invoices set discount_minor = t.discount_minor, net_minor = t.net_minor, tax_minor = t.tax_minor,
      surcharge_minor = t.surcharge_minor, withholding_minor = t.withholding_minor, total_minor = t.total_minor,
      payable_minor = t.payable_minor where org_id = app.org_id() and id = invoice;
  perform app.judge_credit(invoice);
end $$;

-- Refuses a credit note that takes back more than is left of the invoice it corrects.
create or replace function app.judge_credit(invoice uuid) returns void language plpgsql as $$
declare i invoices; original invoices; left_over bigint;
begin
  select * into i from invoices where org_id = app.org_id() and id = invoice;
  if i.corrects_invoice_id is null or i.correction_method <> 'difference' or i.payable_minor >= 0 then return; end if;
  select * into original from invoices where org_id = app.org_id() and id = i.corrects_invoice_id;
  left_over := original.payable_minor - original.credited_minor;
  perform app.require(-i.payable_minor <= left_over, 'WM422', format(
    'body.lines: they take back %s minor units, and %s of invoice %s are not credited yet', -i.payable_minor, left_over, original.number));
end $$;
