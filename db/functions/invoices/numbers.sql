-- Gapless numbering: a counter per series and period, locked until the invoice that takes its number is
-- committed.

-- The series for a kind of document, locked: the chosen one, else the default, which is created if there is
-- none.
create or replace function app.lock_series(series uuid, document text) returns invoice_series language plpgsql as $$
declare s invoice_series;
begin
  if series is not null then
    select * into s from invoice_series where org_id = app.org_id() and id = series for share;
    perform app.ensure(s.archived_at is null, 'WM409', format('series %s is archived; choose another with PATCH', s.code)),
      app.ensure(s.doc_kind = document, 'WM409', format('series %s numbers documents of another kind (%s, not %s); choose another with PATCH',
        s.code, s.doc_kind, document));
    return s;
  end if;
  select * into s from invoice_series where org_id = app.org_id() and doc_kind = document and is_default for share;
  if found then return s; end if;
  insert into invoice_series (code, name, doc_kind, prefix, padding, reset_policy, is_default)
    select d.code, d.name, document, d.code || '-{YYYY}-', 4, 'yearly', true
      from (values ('invoice', 'INV', 'Invoices'), ('simplified', 'SIM', 'Simplified invoices'), ('credit_note', 'CN', 'Credit notes'))
        d(kind, code, name) where d.kind = document
    on conflict do nothing;
  select * into s from invoice_series where org_id = app.org_id() and doc_kind = document and is_default for share;
  perform app.ensure(s.id is not null, 'WM409',
    format('no series is the default for this kind of invoice (%s); make one the default, or choose one for the invoice', document));
  return s;
end $$;

create or replace function app.series_period(s invoice_series, day date) returns text language sql immutable as $$
  select case when s.reset_policy = 'yearly' then to_char(day, 'YYYY') else '' end
$$;

create or replace function app.series_number(s invoice_series, day date, counter bigint) returns text language sql immutable as $$
  select replace(replace(replace(s.prefix, '{YYYY}', to_char(day, 'YYYY')), '{YY}', to_char(day, 'YY')), '{MM}', to_char(day, 'MM'))
    || lpad(counter::text, greatest(s.padding, length(counter::text)), '0')
$$;

-- Takes the next number of a series for a day. The counter stays locked until commit, so that numbers follow
-- commit order and a rejected issue uses none.
create or replace function app.allocate_number(s invoice_series, day date) returns bigint language plpgsql as $$
declare c invoice_series_counters; period_key text := app.series_period(s, day);
begin
  insert into invoice_series_counters (series_id, period, next_number) values (s.id, period_key, s.first_number)
    on conflict do nothing;
  select * into c from invoice_series_counters where org_id = app.org_id() and series_id = s.id
    and period = period_key for update;
  perform app.ensure(c.last_issue_date is null or day >= c.last_issue_date, 'WM409', format(
    'issue_date %s is before %s, the last of series %s; it would break chronological numbering', day, c.last_issue_date, s.code));
  update invoice_series_counters set next_number = c.next_number + 1, last_issue_date = day
    where org_id = app.org_id() and series_id = s.id and period = period_key;
  return c.next_number;
end $$;

-- The numbers used in a series, per period: first, last, count, and any that are missing.
create or replace function app.series_report(series uuid) returns json language sql stable as $$
  select coalesce(array_to_json(array_agg(row_to_json(r) order by r.period)), '[]') from (
    select c.period, c.next_number, c.last_issue_date, min(i.series_seq) as first, max(i.series_seq) as last, count(i.id) as count,
        c.next_number - s.first_number - count(i.id) as gaps
      from invoice_series_counters c join invoice_series s on s.org_id = c.org_id and s.id = c.series_id
        left join invoices i on i.org_id = c.org_id and i.series_id = c.series_id and i.counter_period = c.period
      where c.org_id = app.org_id() and c.series_id = series group by c.period, c.next_number, c.last_issue_date, s.first_number) r
$$;
