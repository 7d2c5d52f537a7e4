-- The invoice as a document to print, send or view.

-- The tax of an issued invoice, with its surcharge, in the organization's currency; null for a draft.
create or replace function app.base_tax(i invoices) returns bigint language sql stable as $$
  select coalesce(sum(coalesce(t.base_tax_minor,
      app.convert_minor(t.tax_minor + t.surcharge_minor, i.currency, i.exchange_rate, i.base_currency))), 0)::bigint
    from invoice_taxes t where t.org_id = i.org_id and t.invoice_id = i.id having i.base_currency is not null
$$;

-- Everything on the printed invoice. A draft shows the current issuer and client.
create or replace function app.invoice_document(invoice uuid) returns json language sql stable as $$
  select row_to_json(d) from (select i.kind, i.number, i.status, i.issue_date, i.operation_date, i.due_date, i.currency,
    coalesce((select c.language from client_contacts c where c.org_id = i.org_id and c.id = i.contact_id), o.locale) as locale,
    i.prices_include_tax, (l.lacking || coalesce(i.issuer_snapshot, app.issuer_snapshot(r)))::json as issuer,
    (l.lacking || coalesce(i.client_snapshot, app.client_snapshot(i.client_id, i.contact_id)))::json as client,
    (select row_to_json(x) from (select c.number, c.issue_date from invoices c where c.org_id = i.org_id
      and c.id = i.corrects_invoice_id) x) as corrects,
    i.correction_method, i.correction_reason, i.po_number,
    coalesce(i.profile, c.profile, 'en16931') as profile, coalesce(i.buyer_reference, c.buyer_reference) as buyer_reference, i.notes,
    (select coalesce(array_to_json(array_agg(x.line order by l.position)), '[]') from invoice_lines l
      cross join lateral (select row_to_json(y) as line from (select l.description,
        trim_scale(l.quantity)::text as quantity, l.unit, trim_scale(l.unit_price)::text as unit_price,
        trim_scale(l.discount_percent)::text as discount_percent, trim_scale(l.tax_rate)::text as tax_rate, l.category,
        trim_scale(nullif(l.surcharge_rate, 0))::text as surcharge_rate, l.net_minor,
        app.before_document_discount(l.net_minor, i.discount_minor, l.quantity, l.unit_price, l.discount_percent,
          l.tax_rate + coalesce(l.surcharge_rate, 0), i.prices_include_tax, i.currency) as before_discount_minor) y) x
      where l.org_id = i.org_id and l.invoice_id = i.id) as lines,
    (select coalesce(array_to_json(array_agg(row_to_json(x) order by x.rate::numeric desc, x.category,
        x.surcharge_rate::numeric nulls first)), '[]') from (select t.category,
      trim_scale(t.rate)::text as rate, t.base_minor, t.tax_minor, trim_scale(nullif(t.surcharge_rate, 0))::text as surcharge_rate,
      t.surcharge_minor, t.exemption_code from invoice_taxes t where t.org_id = i.org_id and t.invoice_id = i.id) x) as taxes,
    case when i.currency <> i.base_currency then (select row_to_json(b) from (select i.base_currency as currency,
      trim_scale(i.exchange_rate)::text as exchange_rate, coalesce(i.exchange_rate_date, i.issue_date) as exchange_rate_date,
      app.base_tax(i) as tax_minor) b) end as accounting,
    i.discount_minor, i.net_minor, i.tax_minor, i.surcharge_minor, trim_scale(i.withholding_rate)::text as withholding_rate,
    i.withholding_minor, i.total_minor, i.payable_minor, i.paid_minor, i.credited_minor, i.outstanding_minor,
    (select row_to_json(q) from (select app.register_qr(r.mode, g.issuer_tax_id, g.number, g.issue_date, g.total) as url,
        case r.mode when 'verifactu' then E'QR tributario:\nVERI*FACTU' else 'QR tributario:' end as caption
      from invoice_register g where g.org_id = i.org_id and g.invoice_id = i.id and g.record_type = 'alta' and r.mode <> 'internal'
      order by g.seq desc limit 1) q) as qr,
    r.logo
    from invoices i join invoice_register_settings r on r.org_id = i.org_id join organizations o on o.id = i.org_id
      join clients c on c.org_id = i.org_id and c.id = i.client_id
      -- What older copies of issuer and client do not have.
      cross join lateral (select '{"contact": null, "electronic_address": null}'::jsonb as lacking) l
    where i.org_id = app.org_id() and i.id = invoice) d
$$;

-- Creates a link to an invoice for somebody without an account, and the mail with it if an address is known.
-- Returns the address that the mail goes to, or null.
create or replace function app.send_invoice(invoice uuid, link uuid, hash bytea, days int, contact uuid, address text,
  send_mail boolean)
returns text language plpgsql security definer set search_path = public, app, pg_temp as $$
declare i invoices; recipient_contact uuid; reader client_contacts; recipient text; mail uuid;
begin
  select * into i from invoices where org_id = app.org_id() and id = invoice;
  recipient_contact := coalesce(contact, i.contact_id);
  perform app.ensure(i.status not in ('draft', 'cancelled'), 'WM409', format(
    'the invoice is %s; only an issued one can be sent', case i.status when 'draft' then 'a draft' else i.status end));
  select c.* into reader from client_contacts c where c.org_id = i.org_id and c.client_id = i.client_id
      and case when address is null then c.email is not null and (c.is_primary or c.id = recipient_contact)
        else c.id = recipient_contact end
    order by c.id is distinct from recipient_contact limit 1;
  recipient := coalesce(address, reader.email, (select c.email from clients c where c.org_id = i.org_id and c.id = i.client_id));
  if send_mail and recipient is not null then perform app.require_mail('invoice'); end if;
  insert into invoice_links (id, org_id, invoice_id, token_hash, expires_at, created_by)
    values (link, i.org_id, invoice, hash, now() + make_interval(days => days), app.user_id());
  if send_mail and recipient is not null then
    mail := app.queue_mail('invoice', null, recipient, jsonb_build_object('subject_id', link)
      || case when reader.language is null then jsonb_build_object('org_id', i.org_id)
        else jsonb_build_object('language', reader.language) end);
    recipient := (select m.address from mails m where m.id = mail and m.state <> 'dropped');
    perform set_config('app.not_mailed', case when recipient is null then 'limit' else '' end, true);
  else
    perform set_config('app.not_mailed', case when recipient is null then 'no_address' else 'no_mail' end, true);
    recipient := null;
  end if;
  update invoice_links set mailed_to = recipient, not_mailed = nullif(current_setting('app.not_mailed', true), ''),
      mail_status = case when recipient is not null then 'waiting' end where org_id = i.org_id and id = link;
  update invoices set sent_at = now() where org_id = i.org_id and id = invoice;
  return recipient;
end $$;

-- The invoice that a link opens, whether copied or mailed; null if the link is no longer valid.
create or replace function app.open_invoice_link(hash bytea) returns invoice_links
language sql stable security definer set search_path = public, app, pg_temp as $$
  select l.* from invoice_links l join organizations o on o.id = l.org_id and o.deleted_at is null and o.status <> 'suspended'
    where l.revoked_at is null and l.expires_at > now() and (l.token_hash = hash
      or l.id = (select t.subject_id from mail_tokens t where t.hash = open_invoice_link.hash and t.message = 'invoice'))
$$;

create or replace function app.shared_invoice(hash bytea) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare link invoice_links := app.open_invoice_link(hash); response json;
begin
  perform app.ensure(link.id is not null, 'WM404', 'invoice not found');
  perform set_config('app.org_id', link.org_id::text, true);
  select row_to_json(x) into response from (select link.id as link_id, app.utc(link.expires_at) as expires_at,
    o.name as organization,
    i.outstanding_minor > 0 and i.due_date < app.today(o.timezone) as overdue, app.invoice_document(link.invoice_id) as document
    from invoices i join organizations o on o.id = i.org_id where i.org_id = link.org_id and i.id = link.invoice_id) x;
  return response;
end $$;

create or replace function app.record_invoice_view(link uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update invoices i set viewed_at = now() from invoice_links l
    where l.id = link and i.org_id = l.org_id and i.id = l.invoice_id and i.viewed_at is null
$$;
