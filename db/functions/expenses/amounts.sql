-- The amounts of expenses. Rounded half away from zero, as all money is.

-- Applies `tax_rate` to the sent net or total; to the total if neither was sent.
create or replace function app.expense_tax(e expenses, input jsonb) returns numeric language sql immutable as $$
  select case when input ?& '{net_minor,total_minor}' then e.total_minor - e.net_minor
    when input ? 'net_minor' then app.round_div(e.net_minor * coalesce(e.tax_rate, 0), 100)
    else app.round_div(e.total_minor * coalesce(e.tax_rate, 0), 100 + coalesce(e.tax_rate, 0)) end
$$;

-- The expense with the sent fields and the amounts derived from them. Without a new rate, changing the tax
-- drops the tax rate, and changing the currency drops the exchange rate.
create or replace function app.with_derived_amounts(before expenses, input jsonb) returns expenses language plpgsql stable as $$
declare e expenses := jsonb_populate_record(before, input); converted numeric;
begin
  if not input ?| '{net_minor,tax_minor,total_minor,tax_rate,currency,exchange_rate}' then return e; end if;
  select o.currency, coalesce(e.currency, o.currency) into e.base_currency, e.currency
    from organizations o where o.id = app.org_id();
  if input ? 'tax_minor' and not input ? 'tax_rate' then e.tax_rate := null; end if;
  if input ?| '{net_minor,tax_minor,total_minor,tax_rate}' then
    if not input ? 'tax_minor' then e.tax_minor := app.expense_tax(e, input); end if;
    if input ? 'net_minor' then e.total_minor := e.net_minor + e.tax_minor;
    else e.net_minor := e.total_minor - e.tax_minor; end if;
  end if;
  if e.currency = e.base_currency then
    e.exchange_rate := 1;
  elsif not input ? 'exchange_rate' and (e.currency, e.base_currency) is distinct from
    (before.currency, before.base_currency) then
    e.exchange_rate := null;
  end if;
  converted := app.convert_minor(e.total_minor, e.currency, e.exchange_rate, e.base_currency);
  e.base_total_minor := case when converted <= 10000000000000 then converted end;
  return e;
end $$;

-- Problems with the sent amounts.
create or replace function app.expense_amount_problems(before expenses, e expenses, input jsonb) returns text[]
language sql stable as $$
  select array[
    case when (input->>'total_minor')::numeric <> e.total_minor
      then format('body.total_minor: net_minor and tax_minor make %s', e.total_minor)
      when e.total_minor <= 0 then 'body.total_minor: must be more than 0'
      when e.total_minor > 10000000000000 then 'body.total_minor: must be within 10000000000000 minor units' end,
    case when e.net_minor < 0 or e.tax_minor < 0 then 'body.tax_minor: must be 0 to total_minor'
      when input ?& '{tax_minor,tax_rate}' and abs(e.tax_minor - e.net_minor * e.tax_rate / 100) > 1
      then format('body.tax_minor: tax_rate makes %s', app.round_div(e.net_minor * e.tax_rate, 100)) end,
    case when input ?| '{net_minor,total_minor}' and not input ?| '{tax_minor,tax_rate}' and e.tax_rate is null
      and not input ?& '{net_minor,total_minor}' and before.tax_minor > 0
      then 'body.tax_minor: required, or tax_rate, as the expense has tax' end,
    case when e.currency <> e.base_currency and e.exchange_rate is null then 'body.exchange_rate: required'
      when e.currency = e.base_currency and (input->>'exchange_rate')::numeric <> 1
      then format('body.exchange_rate: only for a currency other than the organization''s, %s', e.base_currency)
      when e.base_total_minor is null and e.total_minor <= 10000000000000
      then format('body.exchange_rate: makes more than 10000000000000 minor units of %s', e.base_currency) end]
$$;
