-- Drafts: their lines, what the lines bill, and their totals.

-- Problems of lines: rates, expenses and milestones that do not exist or cannot be billed to the client.
create or replace function app.invoice_line_problems(client uuid, invoice_currency text, lines jsonb) returns text[]
language sql stable as $$
  select coalesce(array_agg('body.lines[' || l.place - 1 || '].' || p.why order by l.place), '{}')
    from (select w.place, w.sent_line, (w.sent_line->>'tax_rate_id')::uuid as rate, (w.sent_line->>'expense_id')::uuid as expense,
        (w.sent_line->>'milestone_id')::uuid as milestone from jsonb_array_elements(lines) with ordinality w(sent_line, place)) l
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
          when e.currency <> invoice_currency then 'expense_id: in another currency' end),
        (case when l.milestone is null then null when m.id is null then 'milestone_id: not found'
          when c.client_id is distinct from client then 'milestone_id: of another client'
          when c.currency <> invoice_currency then 'milestone_id: in another currency'
          when not app.milestone_is_reached(m) then 'milestone_id: not reached yet' end)) p(why)
    where p.why is not null
$$;

-- The logged time that lines of a draft bill, as [{place, description, entries}]; not that of another client
-- or currency.
create or replace function app.time_on_lines(i invoices) returns jsonb language sql stable as $$
  select jsonb_agg(to_jsonb(x)) from (
    select l.position as place, l.description, array_agg(e.id) as entries
      from invoice_lines l join invoice_line_sources s on s.org_id = l.org_id and s.line_id = l.id and s.released_at is null
        join time_entries e on e.org_id = s.org_id and e.id = s.time_entry_id
      where l.org_id = i.org_id and l.invoice_id = i.id and e.client_id = i.client_id and e.currency = i.currency
      group by l.position, l.description) x
$$;

-- Bills that time again with the new lines: with that of the same description, or else with another text in
-- the same place. What is on no line any more can be billed anew.
create or replace function app.keep_time_on_lines(i invoices, billed jsonb) returns void language sql as $$
  with before as (
    select b.*, row_number() over (partition by b.description order by b.place) as nth
      from jsonb_to_recordset(billed) b(place int, description text, entries uuid[])),
  after as (
    select l.id, l.position as place, l.description, row_number() over (partition by l.description order by l.position) as nth,
        exists (select from invoice_line_sources s where s.org_id = l.org_id and s.line_id = l.id) as is_taken
      from invoice_lines l where l.org_id = i.org_id and l.invoice_id = i.id),
  same as (select b.place, a.id from before b join after a using (description, nth) where not a.is_taken)
  insert into invoice_line_sources (line_id, time_entry_id)
    select line.id, unnest(b.entries) from before b cross join lateral (
      select s.id from same s where s.place = b.place
      union all select a.id from after a where a.place = b.place and not a.is_taken
        and not exists (select from same s where s.id = a.id or s.place = b.place)) line
$$;

-- Replaces the lines of a draft, what they bill, and its totals. The caller has locked the invoice.
create or replace function app.write_invoice_lines(invoice uuid, lines jsonb) returns void language plpgsql as $$
declare i invoices; new_lines app.invoice_line[]; billed jsonb;
begin
  select * into i from invoices where org_id = app.org_id() and id = invoice;
  if i.correction_method = 'difference' then lines := app.with_corrected_categories(i.corrects_invoice_id, lines); end if;
  perform app.ensure_fields(app.invoice_line_problems(i.client_id, i.currency, lines));
  new_lines := app.invoice_lines_of(lines, i.currency);
  billed := app.time_on_lines(i);
  delete from invoice_lines where org_id = app.org_id() and invoice_id = invoice;
  insert into invoice_lines (invoice_id, position, description, quantity, unit, unit_price, discount_percent, tax_rate_id,
      tax_rate, surcharge_rate, category, exemption_code)
    select invoice, w.place, w.description, w.quantity, w.unit, w.unit_price, w.discount_percent, w.tax_rate_id,
      w.tax_rate, w.surcharge_rate, w.category, w.exemption_code from unnest(new_lines) w;
  insert into invoice_line_sources (line_id, expense_id, milestone_id)
    select l.id, w.expense_id, w.milestone_id from unnest(new_lines) w
      join invoice_lines l on l.org_id = app.org_id() and l.invoice_id = invoice and l.position = w.place
      where num_nonnulls(w.expense_id, w.milestone_id) > 0;
  if billed is not null then perform app.keep_time_on_lines(i, billed); end if;
end $$;

create or replace function app.invoice_lines_as_stored(invoice uuid) returns app.invoice_line[] language sql stable as $$
  select coalesce(array_agg((l.place, l.description, l.quantity, l.unit, l.unit_price, l.discount_percent, l.tax_rate_id,
      l.tax_rate, l.surcharge_rate, l.category, l.exemption_code, null::uuid, null::uuid)::app.invoice_line order by l.place), '{}')
    from (select l.*, row_number() over (order by l.position)::int as place from invoice_lines l
      where l.org_id = app.org_id() and l.invoice_id = invoice) l
$$;

-- Computes the totals of a draft from its lines, and writes them to the invoice, its lines and its taxes.
create or replace function app.retotal_invoice(invoice uuid) returns void language plpgsql as $$
declare i invoices; t app.invoice_totals; saved text;
begin
  select * into i from invoices where org_id = app.org_id() and id = invoice;
  t := app.total_invoice((i.currency, i.prices_include_tax, i.rounding_mode, i.discount_kind, i.discount_value,
    i.withholding_rate)::app.invoice_terms, app.invoice_lines_as_stored(invoice));
  if i.correction_method = 'difference' then t := app.take_rest_of_taxes(i, t); end if;
  saved := app.suppress_audit();
  update invoice_lines l set net_minor = n.net from (select l.id, t.nets[row_number() over (order by l.position)] as net
      from invoice_lines l where l.org_id = app.org_id() and l.invoice_id = invoice) n
    where l.org_id = app.org_id() and l.id = n.id and l.net_minor <> n.net;
  perform set_config('app.suppress_audit', saved, true);
  delete from invoice_taxes where org_id = app.org_id() and invoice_id = invoice;
  insert into invoice_taxes (invoice_id, category, rate, surcharge_rate, exemption_code, base_minor, tax_minor, surcharge_minor, exact)
    select invoice, x.category, x.rate, x.surcharge_rate, x.exemption_code, x.base_minor, x.tax_minor, x.surcharge_minor, x.exact
      from unnest(t.taxes) x;
  -- A new invoice keeps its first version.
  if i.created_at = now()::timestamptz(3) then perform app.suppress_audit(); end if;
  update invoices set discount_minor = t.discount_minor, net_minor = t.net_minor, tax_minor = t.tax_minor,
      surcharge_minor = t.surcharge_minor, withholding_minor = t.withholding_minor, total_minor = t.total_minor,
      payable_minor = t.payable_minor where org_id = app.org_id() and id = invoice;
  perform set_config('app.suppress_audit', saved, true);
  perform app.check_credit(invoice);
end $$;

-- A draft can change entirely; an issued invoice only in what is not printed on it: `changeable_later`.
create or replace function app.check_invoice_change(invoice uuid, changeable_later boolean, change jsonb) returns void
language plpgsql as $$
declare i invoices;
begin
  select * into i from invoices where org_id = app.org_id() and id = invoice;
  perform app.ensure(i.status = 'draft' or changeable_later, 'WM409',
    format('the invoice is %s; only internal_notes, project_id and due_date '
    'can be changed, the rest is corrected with a credit note', replace(i.status, '_', ' ')));
  perform app.ensure(i.kind <> 'corrective' or not change ?| '{client,kind}', 'WM409',
    'a correction keeps the client and the kind of the invoice that it corrects');
  perform app.ensure_fields(array[case when i.status <> 'draft' and (change->>'due_date')::date < i.issue_date
    then format('body.due_date: before %s, when the invoice was issued', i.issue_date) end]);
end $$;

-- Updates a changed draft: its lines, if new ones were sent, and its totals.
create or replace function app.rewrite_draft(invoice uuid, lines jsonb) returns void language plpgsql as $$
declare i invoices;
begin
  select * into i from invoices where org_id = app.org_id() and id = invoice;
  if i.status <> 'draft' then return; end if;
  if lines is not null then
    perform app.write_invoice_lines(invoice, lines);
  else
    perform app.ensure(not exists (select from invoice_lines l join invoice_line_sources s on s.org_id = l.org_id and s.line_id = l.id
        left join expenses e on e.org_id = s.org_id and e.id = s.expense_id
        left join contract_milestones m on m.org_id = s.org_id and m.id = s.milestone_id
        left join contracts c on c.org_id = m.org_id and c.id = m.contract_id
        left join time_entries t on t.org_id = s.org_id and t.id = s.time_entry_id
      where l.org_id = i.org_id and l.invoice_id = i.id and (coalesce(e.client_id, c.client_id, t.client_id) <> i.client_id
        or coalesce(e.currency, c.currency, t.currency) <> i.currency)), 'WM409',
      'a line bills an expense, a milestone or time of another client or currency; send the lines, too');
  end if;
  perform app.retotal_invoice(invoice);
end $$;
