-- The totals of an invoice, following EN 16931: lines are rounded, then the document's discount is
-- distributed, then tax is computed per category and rate. All in minor units, exact, and rounded half away
-- from zero.

call app.make_type('invoice_line', 'place int, description text, quantity numeric, unit text,
  unit_price numeric, discount_percent numeric, tax_rate_id uuid, tax_rate numeric, surcharge_rate numeric,
  category text, exemption_code text, expense_id uuid, milestone_id uuid');
call app.make_type('invoice_tax', 'category text, rate numeric, surcharge_rate numeric, exemption_code text,
  base_minor bigint, tax_minor bigint, surcharge_minor bigint, exact text');
call app.make_type('invoice_totals', 'nets bigint[], taxes app.invoice_tax[], discount_minor bigint,
  net_minor bigint, tax_minor bigint, surcharge_minor bigint, withholding_minor bigint, total_minor bigint,
  payable_minor bigint');
call app.make_type('invoice_terms', 'currency text, prices_include_tax boolean, rounding_mode text,
  discount_kind text, discount_value numeric, withholding_rate numeric');

-- `nets` are those of the lines in their order, after their share of the discount. Where prices include tax,
-- the net of a rate is derived from its gross and distributed over its lines.
create or replace function app.total_invoice(terms app.invoice_terms, lines app.invoice_line[]) returns app.invoice_totals
language plpgsql stable as $$
declare
  amounts numeric[]; shares numeric[]; gross_total numeric; discount numeric; t app.invoice_totals; by_line boolean;
  gross boolean;
begin
  by_line := terms.rounding_mode = 'per_line'; gross := terms.prices_include_tax;
  select array_agg(app.to_minor(l.quantity * l.unit_price * (100 - l.discount_percent) * 0.01, terms.currency) order by l.place),
      coalesce(sum(app.to_minor(l.quantity * l.unit_price * (100 - l.discount_percent) * 0.01, terms.currency)), 0)
    into amounts, gross_total from unnest(lines) l;
  perform app.ensure_fields(array[case when abs(gross_total) > 10000000000000
    then 'body.lines: the total is more than 10000000000000 minor units' end]);
  discount := case terms.discount_kind when 'percent' then round(gross_total * terms.discount_value * 0.01)
    when 'amount' then sign(gross_total) * app.to_minor(terms.discount_value, terms.currency) else 0 end;
  perform app.ensure_fields(array[case when abs(discount) > abs(gross_total)
    then 'body.discount.value: more than the lines come to' end]);
  shares := app.split_minor(discount, amounts);
  with line as materialized (
    select l.place, l.category, l.tax_rate as rate, coalesce(l.surcharge_rate, 0) as surcharge, l.exemption_code,
        amounts[l.place] - coalesce(shares[l.place], 0) as rest from unnest(lines) l),
  per_rate as (
    select l.category, l.rate, l.surcharge, min(l.exemption_code) as exemption_code, sum(l.rest) as rest,
        array_agg(l.place order by l.place) as places, array_agg(l.rest order by l.place) as rests,
        case when not gross then sum(l.rest)
          when by_line then sum(app.round_div(l.rest * 100, 100 + l.rate + l.surcharge))
          else app.round_div(sum(l.rest) * 100, 100 + l.rate + l.surcharge) end as base,
        case when by_line and gross
            then sum(round(app.round_div(l.rest * 100, 100 + l.rate + l.surcharge) * l.surcharge * 0.01))
          when by_line then sum(round(l.rest * l.surcharge * 0.01)) end as surcharge_by_line,
        case when by_line then sum(round(l.rest * l.rate * 0.01)) end as tax_by_line
      from line l group by l.category, l.rate, l.surcharge),
  taxed as (
    select p.*, coalesce(p.surcharge_by_line, round(p.base * p.surcharge * 0.01)) as added from per_rate p),
  tax as (
    select p.*, case when gross then p.rest - p.base - p.added else coalesce(p.tax_by_line, round(p.base * p.rate * 0.01)) end as tax
      from taxed p),
  net as (
    select n.place, n.net from tax p cross join lateral unnest(p.places, case when not gross then p.rests
      when by_line then array(select app.round_div(r * 100, 100 + p.rate + p.surcharge)
        from unnest(p.rests) with ordinality x(r, place) order by x.place)
      else app.split_minor(p.base, p.rests) end) n(place, net))
  select (select array_agg(n.net::bigint order by n.place) from net n),
      array_agg((p.category, p.rate, p.surcharge, p.exemption_code, p.base, p.tax, p.added,
        trim_scale(round(case when gross then p.rest * p.rate / (100 + p.rate + p.surcharge) else p.base * p.rate * 0.01 end, 8))::text
        )::app.invoice_tax order by p.rate desc, p.category, p.surcharge),
      discount, coalesce(sum(p.base), 0), coalesce(sum(p.tax), 0), coalesce(sum(p.added), 0),
      round(coalesce(sum(p.base), 0) * terms.withholding_rate * 0.01), coalesce(sum(p.base + p.tax + p.added), 0), 0
    into t from tax p;
  t.payable_minor := t.total_minor - t.withholding_minor;
  return t;
end $$;

-- The amount of a line after its own discount and before its share of the document's, without tax. The sums
-- of these may differ by a minor unit from discount and net where prices include tax, as each line is rounded
-- once.
create or replace function app.before_document_discount(net bigint, document_discount bigint, quantity numeric,
  unit_price numeric, discount_percent numeric, tax_rates numeric, prices_include_tax boolean, currency text)
returns bigint language sql immutable parallel safe as $$
  select case when document_discount = 0 then net else app.round_div(
    quantity * unit_price * (100 - discount_percent) * 10::numeric ^ app.minor_digits(currency),
    100 + case when prices_include_tax then tax_rates else 0 end)::bigint end
$$;

-- Lines as sent, completed from their tax rate, expense or milestone. Without tax_rate_id they get the
-- organization's default rate; with tax_rate_id null, none.
create or replace function app.invoice_lines_of(lines jsonb, currency text) returns app.invoice_line[]
language sql stable as $$
  select coalesce(array_agg((l.place, coalesce(l.description, e.description, app.milestone_title(m.id)), coalesce(l.quantity, 1),
      l.unit, coalesce(l.unit_price, coalesce(e.net_minor, m.amount_minor) / 10::numeric ^ app.minor_digits(currency)),
      coalesce(l.discount_percent, 0), r.id,
      coalesce(l.tax_rate, r.rate, 0), coalesce(l.surcharge_rate, r.surcharge_rate),
      coalesce(l.category, case when l.tax_rate is null then r.category end,
        case when l.sent_line ? 'tax_rate_id' then 'not_subject'
        when l.tax_rate > 0 then 'standard' else 'zero' end),
      coalesce(l.exemption_code, case when l.tax_rate is null then r.exemption_code end), l.expense_id, l.milestone_id
      )::app.invoice_line order by l.place), '{}')
    from (select w.place::int, w.sent_line, x.* from jsonb_array_elements(lines) with ordinality w(sent_line, place)
      cross join lateral jsonb_to_record(w.sent_line) x(description text, quantity numeric, unit text, unit_price numeric,
        discount_percent numeric, tax_rate_id uuid, tax_rate numeric, surcharge_rate numeric, category text,
        exemption_code text, expense_id uuid, milestone_id uuid)) l
      left join expenses e on e.org_id = app.org_id() and e.id = l.expense_id
      left join contract_milestones m on m.org_id = app.org_id() and m.id = l.milestone_id
      left join tax_rates r on r.org_id = app.org_id() and l.tax_rate is null
        and case when l.sent_line ? 'tax_rate_id' then r.id = l.tax_rate_id else r.is_default end
$$;

create or replace function app.milestone_title(milestone uuid) returns text language sql stable as $$
  select concat_ws(' - ', c.number, c.title, m.name) from contract_milestones m
    join contracts c on c.org_id = m.org_id and c.id = m.contract_id where m.org_id = app.org_id() and m.id = milestone
$$;
