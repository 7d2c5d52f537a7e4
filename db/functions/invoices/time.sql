-- Billing time: a draft of a client's unbilled time.

-- Time as invoice lines: one per entry, task or project, and rate. Uses only titles and descriptions that the
-- caller may see.
create or replace function app.time_lines(entries uuid[], line_per text)
returns table (place int, description text, seconds bigint,
  rate bigint, ids uuid[]) language sql stable as $$
  with entry as (
    select e.*, p.name as project, case when t.id is not null then h.key || '-' || t.number || ' ' || t.title end as task,
        case when e.project_id is null or p.id is not null then e.description end as entry_text,
        case line_per when 'entry' then e.id when 'task' then coalesce(e.task_id, e.project_id) else e.project_id end as group_id
      from time_entries e left join projects p on p.org_id = e.org_id and p.id = e.project_id
        left join tasks t on t.org_id = e.org_id and t.id = e.task_id
        left join projects h on h.org_id = t.org_id and h.id = t.project_id
      where e.org_id = app.org_id() and e.id = any (entries))
  select (row_number() over (order by min(e.work_date), min(e.id::text)))::int, left(coalesce(case line_per
        when 'entry' then coalesce(min(e.entry_text), min(e.task), min(e.project)) || ', ' || min(e.work_date)
        when 'task' then coalesce(min(e.task), min(e.project)) else min(e.project) end, 'Time worked'), 1000),
      sum(e.duration_seconds), e.hourly_rate_minor, array_agg(e.id)
    from entry e group by e.group_id, e.hourly_rate_minor
$$;

-- The time entries are locked, so that if two people bill them at once, the second finds none. Hours have
-- four decimals per line. heading: further columns of the invoice.
drop function if exists app.bill_time(uuid, uuid, uuid, date, date, text);
create or replace function app.bill_time(new_id uuid, client uuid, project uuid, since date, until date, line_per text,
  heading jsonb) returns void language plpgsql as $$
declare entries uuid[]; currencies text[]; lines int;
begin
  entries := array(select e.id from time_entries e where e.org_id = app.org_id() and e.client_id = client
    and (project is null or e.project_id = project) and e.work_date between since and until
    and app.can_be_billed(e)
    order by e.id for update);
  entries := array(select e from unnest(entries) e where not exists (select from invoice_line_sources s
    where s.org_id = app.org_id() and s.time_entry_id = e and s.released_at is null));
  perform app.ensure(cardinality(entries) > 0, 'WM409',
    'the client has no billable time with an hourly rate in these days that is not billed already');
  currencies := array(select distinct e.currency::text from time_entries e where e.org_id = app.org_id()
    and e.id = any (entries));
  perform app.ensure(cardinality(currencies) = 1, 'WM409',
    format('the time is in several currencies (%s); bill them one by one, by project or by days',
      array_to_string(currencies, ', ')));
  insert into invoices (id, client_id, project_id, currency, contact_id, series_id, operation_date, due_date,
      payment_terms_days, po_number, buyer_reference, notes, internal_notes)
    select new_id, client, project, currencies[1], h.contact_id, h.series_id, h.operation_date, h.due_date,
        h.payment_terms_days, h.po_number, h.buyer_reference, h.notes, h.internal_notes
      from jsonb_populate_record(null::invoices, heading) h;
  insert into invoice_lines (invoice_id, position, description, quantity, unit, unit_price, tax_rate_id, tax_rate, surcharge_rate,
      category, exemption_code)
    select new_id, l.place, l.description, greatest(round(l.seconds / 3600.0, 4), 0.0001), 'h',
        l.rate / 10::numeric ^ app.minor_digits(currencies[1]), r.id, coalesce(r.rate, 0), r.surcharge_rate,
          coalesce(r.category, 'zero'),
        r.exemption_code
      from app.time_lines(entries, line_per) l left join tax_rates r on r.org_id = app.org_id() and r.is_default
        where l.place <= 200;
  get diagnostics lines = row_count;
  perform app.ensure(lines < 200 or not exists (select from app.time_lines(entries, line_per) l where l.place > 200), 'WM409',
    'there are more than 200 lines; group by task or project, or choose fewer days');
  insert into invoice_line_sources (line_id, time_entry_id)
    select i.id, unnest(l.ids) from app.time_lines(entries, line_per) l
      join invoice_lines i on i.org_id = app.org_id() and i.invoice_id = new_id and i.position = l.place;
  perform app.retotal_invoice(new_id);
end $$;
