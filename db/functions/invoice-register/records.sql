-- The register of invoices according to RD 1007/2023 and Orden HAC/1177/2024 (VERI*FACTU): a chain of records
-- per issuer, each with the hash of the previous one, as specified in the tax agency's "Detalle de las
-- especificaciones técnicas para generación de la huella o hash de los registros de facturación" (0.1.2).
-- Values are not escaped.

-- Every organization has register settings from the start, so that a new one can issue at once.
create or replace function app.add_register_settings() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := app.suppress_audit();
begin
  insert into invoice_register_settings (org_id) values (new.id) on conflict do nothing;
  perform set_config('app.suppress_audit', saved, true);
  return null;
end $$;
create or replace trigger add_register_settings after insert on organizations
  for each row execute function app.add_register_settings();
insert into invoice_register_settings (org_id) select id from organizations on conflict do nothing;

-- The text that is hashed, from the fields of a record.
create or replace function app.register_text(kind text, issuer text, number text, issued date, type text, tax text, total text,
  previous text, generated text) returns text language sql immutable parallel safe as $$
  select case kind when 'alta' then 'IDEmisorFactura=' || trim(issuer) || '&NumSerieFactura=' || trim(number)
      || '&FechaExpedicionFactura=' || to_char(issued, 'DD-MM-YYYY') || '&TipoFactura=' || coalesce(trim(type), '')
      || '&CuotaTotal=' || coalesce(trim(tax), '') || '&ImporteTotal=' || coalesce(trim(total), '')
      || '&Huella=' || previous || '&FechaHoraHusoGenRegistro=' || generated
    else 'IDEmisorFacturaAnulada=' || trim(issuer) || '&NumSerieFacturaAnulada=' || trim(number)
      || '&FechaExpedicionFacturaAnulada=' || to_char(issued, 'DD-MM-YYYY')
      || '&Huella=' || previous || '&FechaHoraHusoGenRegistro=' || generated end
$$;
-- The hash of the complete record and the previous seal.
create or replace function app.register_seal(r invoice_register, before text) returns text language sql stable as $$
  select app.chain_digest(before || '|' || r.org_id || '|' || r.seq || '|' || r.hash || '|' || r.invoice_id || '|' || r.is_correction
    || '|' || coalesce(r.created_by::text, '') || '|' || r.payload::text)
$$;

-- A timestamp with its time zone offset, in seconds: 2024-01-01T19:20:30+01:00.
create or replace function app.local_iso(moment timestamptz, zone text) returns text language sql stable as $$
  select to_char(l.local_time, 'YYYY-MM-DD"T"HH24:MI:SS') || case when l.utc_offset < interval '0' then '-' else '+' end
      || to_char(greatest(l.utc_offset, -l.utc_offset), 'HH24:MI')
    from (select moment at time zone zone as local_time, (moment at time zone zone) - (moment at time zone 'UTC') as utc_offset) l
$$;

-- An amount as it is hashed: with a decimal point and two decimals, or as many as the currency has.
create or replace function app.register_amount(minor bigint, currency text, rate numeric) returns text
language sql stable as $$
  select round(minor / 10::numeric ^ app.minor_digits(currency) * rate, greatest(app.minor_digits(currency), 2))::text
$$;

create or replace function app.register_type(i invoices) returns text language sql stable as $$
  select case i.kind when 'simplified' then 'F2' when 'corrective' then i.correction_reason else 'F1' end
$$;

-- A record's contents besides what is hashed: breakdown, recipient and rectified invoices, with the
-- regulation's field names. They cannot be added later.
create or replace function app.register_payload(i invoices, r invoice_register_settings, kind text, reason text,
  exchange numeric) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object('NombreRazonEmisor', coalesce(nullif(r.issuer_name, ''), i.issuer_snapshot->>'name'),
      'Modo', r.mode, 'Moneda', i.currency, 'Motivo', reason, 'SistemaInformatico', app.register_system(r, i))
    || case when kind = 'alta' then app.register_alta(i, exchange) else '{}' end)
$$;

create or replace function app.register_alta(i invoices, exchange numeric) returns jsonb language sql stable as $$
  select jsonb_build_object('FechaOperacion', to_char(i.operation_date, 'DD-MM-YYYY'),
    'DescripcionOperacion', (select left(string_agg(regexp_replace(trim(l.description), '\s+', ' ', 'g'), '; ' order by l.position), 500)
      from invoice_lines l where l.org_id = i.org_id and l.invoice_id = i.id),
    'Destinatario', case when app.register_type(i) not in ('F2', 'R5') then
      app.register_party(coalesce(i.client_snapshot->>'legal_name', i.client_snapshot->>'name'), i.client_snapshot->>'tax_id',
        i.client_snapshot->>'country') || jsonb_build_object('CodigoPais', i.client_snapshot->>'country') end,
    'TipoRectificativa', case i.correction_method when 'substitution' then 'S' when 'difference' then 'I' end,
    'FacturaRectificada', (select jsonb_build_object('IDEmisorFactura', (select g.issuer_tax_id from invoice_register g
        where g.org_id = o.org_id and g.invoice_id = o.id order by g.generated_at limit 1), 'NumSerieFactura', o.number,
        'FechaExpedicionFactura', to_char(o.issue_date, 'DD-MM-YYYY'))
      from invoices o where o.org_id = i.org_id and o.id = i.corrects_invoice_id),
    'ImporteRectificacion', case when i.correction_method = 'substitution' then jsonb_build_object(
      'BaseRectificada', app.register_amount(i.replaced_net_minor, i.currency, exchange),
      'CuotaRectificada', app.register_amount(i.replaced_tax_minor, i.currency, exchange),
      'CuotaRecargoRectificado', app.register_amount(i.replaced_surcharge_minor, i.currency, exchange)) end,
    'Macrodato', case when abs(i.total_minor) >= 100000000 * 10::numeric ^ app.minor_digits(i.currency) then 'S' end,
    'Desglose', app.register_breakdown(i, exchange))
$$;

-- The breakdown by rate; what bears no tax also by the reason, which may differ from line to line.
create or replace function app.register_breakdown(i invoices, exchange numeric) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('Categoria', x.category, 'Impuesto', '01',
      'ClaveRegimen', case when p.claim in ('E2', 'E3') then '02' else '01' end,
      'CalificacionOperacion', case when p.claim not like 'E%' then p.claim end,
      'OperacionExenta', case when p.claim like 'E%' then p.claim end, 'TipoImpositivo', trim_scale(x.rate)::text,
      'BaseImponible', app.register_amount(p.base, i.currency, exchange),
      'CuotaRepercutida', app.register_amount(x.tax_minor, i.currency, exchange),
      'TipoRecargoEquivalencia', nullif(trim_scale(x.surcharge_rate)::text, '0'),
      'CuotaRecargoEquivalencia', case when x.surcharge_rate > 0 then app.register_amount(x.surcharge_minor, i.currency, exchange)
        end)) order by x.rate desc, x.category, x.surcharge_rate, p.claim)
    from invoice_taxes x cross join lateral (
      select 'S1' as claim, x.base_minor as base where x.category in ('standard', 'reduced', 'zero')
      union all select app.register_claim(x.category, l.exemption_code, i.client_snapshot->>'country'), sum(l.net_minor)::bigint
        from invoice_lines l where l.org_id = i.org_id and l.invoice_id = i.id and l.category = x.category
          and x.category not in ('standard', 'reduced', 'zero') and l.tax_rate = x.rate
          and coalesce(l.surcharge_rate, 0) = x.surcharge_rate group by 1) p
    where x.org_id = i.org_id and x.invoice_id = i.id
$$;

-- Appends the record of an issued or cancelled invoice to the chain of its issuer. The head stays locked
-- until commit, so that records follow commit order; their timestamps never decrease.
create or replace function app.register_invoice(i invoices, kind text, correction boolean, reason text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r invoice_register_settings; head invoice_register_heads; n invoice_register; rate numeric; former jsonb;
begin
  select * into r from invoice_register_settings where org_id = i.org_id;
  n.org_id := i.org_id; n.issuer_tax_id := app.chain_issuer(i, r); n.record_type := kind; n.is_correction := correction;
  insert into invoice_register_heads (org_id, issuer_tax_id, seq, prev_hash, last_hash, last_seal, last_at)
    values (n.org_id, n.issuer_tax_id, 0, '', '', '', 'epoch') on conflict do nothing;
  select * into head from invoice_register_heads where org_id = n.org_id and issuer_tax_id = n.issuer_tax_id for update;
  perform app.ensure(head.closed_at is null or kind <> 'alta' or correction, 'WM409',
    format('the register of %s was closed meanwhile; issue the invoice again', n.issuer_tax_id));
  if head.seq = 0 then former := app.follow_closed_register(n.org_id, n.issuer_tax_id); end if;
  rate := case r.mode when 'internal' then 1 else i.exchange_rate end;
  n.invoice_id := i.id; n.number := i.number; n.issue_date := i.issue_date;
  if kind = 'alta' then
    n.invoice_type := app.register_type(i);
    n.tax_total := app.register_amount(i.tax_minor + i.surcharge_minor, i.currency, rate);
    n.total := app.register_amount(i.total_minor, i.currency, rate);
  end if;
  n.seq := head.seq + 1; n.prev_seq := nullif(head.seq, 0); n.prev_hash := head.last_hash; n.hash_type := '01';
  n.generated_at := greatest(date_trunc('second', clock_timestamp()), head.last_at);
  n.generated_at_text := app.local_iso(n.generated_at, coalesce(r.time_zone, (select o.timezone from organizations o where o.id = i.org_id)));
  n.canonical_body := app.register_text(kind, n.issuer_tax_id, n.number, n.issue_date, n.invoice_type, n.tax_total, n.total,
    n.prev_hash, n.generated_at_text);
  n.hash := app.chain_digest(n.canonical_body);
  n.payload := app.register_payload(i, r, kind, reason, rate) || coalesce(former, '{}');
  n.created_by := app.user_id();
  n.seal := app.register_seal(n, head.last_seal);
  insert into invoice_register select n.*;
  update invoice_register_heads set seq = n.seq, prev_hash = n.prev_hash, last_hash = n.hash, last_seal = n.seal, last_at = n.generated_at
    where org_id = n.org_id and issuer_tax_id = n.issuer_tax_id;
  perform app.schedule(n.org_id, 'register.checkpoint', jsonb_build_object('issuer', n.issuer_tax_id),
    date_trunc('minute', now()) + interval '2 minutes');
end $$;

-- The issuer whose chain a record of the invoice joins: the one who issued it, even if the settings have
-- changed since.
create or replace function app.chain_issuer(i invoices, r invoice_register_settings) returns text language sql stable as $$
  select coalesce((select g.issuer_tax_id from invoice_register g where g.org_id = i.org_id and g.invoice_id = i.id
    order by g.generated_at limit 1), r.issuer_tax_id)
$$;

-- Registers an invoice again with the current data of its client. It is the target of the request itself, so
-- it is found and locked here.
create or replace function app.correct_register(invoice uuid, reason text) returns void
language plpgsql as $$
declare i invoices;
begin
  select * into i from invoices where org_id = app.org_id() and id = invoice for no key update;
  perform app.ensure(i.status <> 'draft', 'WM409', 'the invoice is a draft; it is registered when it is issued');
  i.client_snapshot := app.client_snapshot(i.client_id, i.contact_id);
  perform app.register_invoice(i, 'alta', true, reason);
  perform app.audit_event('invoice_register.corrected', 'invoices', invoice::text, i.org_id);
end $$;

-- A chain that begins names the head of the one that was closed before it; its seal covers that. Both stay
-- verifiable.
create or replace function app.follow_closed_register(org uuid, issuer text) returns jsonb
language sql security definer set search_path = public, app, pg_temp as $$
  update invoice_register_heads h set successor_tax_id = issuer
    where h.org_id = org and h.issuer_tax_id = (select c.issuer_tax_id from invoice_register_heads c
      where c.org_id = org and c.closed_at is not null and c.successor_tax_id is null order by c.closed_at desc limit 1)
    returning jsonb_build_object('CadenaAnterior', jsonb_build_object('IDEmisorFactura', h.issuer_tax_id,
      'Registros', h.seq, 'Huella', h.last_hash))
$$;

-- Closes the chain of the current tax number and lets another issue from now on. Back to the former as long
-- as the new one has no records.
create or replace function app.replace_issuer(new_issuer text, new_name text, why text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r invoice_register_settings; old invoice_register_heads; found_head invoice_register_heads; returns_to_former boolean;
begin
  select * into r from invoice_register_settings where org_id = app.org_id() for no key update;
  select * into old from invoice_register_heads h where h.org_id = r.org_id and h.issuer_tax_id = r.issuer_tax_id for update;
  select * into found_head from invoice_register_heads h where h.org_id = r.org_id and h.issuer_tax_id = new_issuer for update;
  returns_to_former := coalesce(old.seq, 0) = 0 and found_head.closed_at is not null and found_head.successor_tax_id is null;
  perform app.ensure(r.issuer_tax_id <> new_issuer, 'WM409', format('%s is the issuer already', new_issuer)),
    app.ensure(old.seq > 0 or returns_to_former, 'WM409',
      format('the register of %s has no records yet; change issuer_tax_id in the settings', r.issuer_tax_id)),
    app.ensure(coalesce(found_head.seq, 0) = 0 or returns_to_former, 'WM409',
      format('the register of %s has records, and is not opened again; give another issuer_tax_id', new_issuer)),
    app.ensure_fields(array[app.tax_id_problem(r.mode, new_issuer)]);
  update invoice_register_heads h set closed_at = now(), closed_reason = why
    where h.org_id = r.org_id and h.issuer_tax_id = old.issuer_tax_id and old.seq > 0;
  update invoice_register_heads h set closed_at = null, closed_reason = null
    where h.org_id = r.org_id and h.issuer_tax_id = new_issuer;
  update invoice_register_settings s set issuer_tax_id = new_issuer, issuer_name = coalesce(new_name, s.issuer_name)
    where s.org_id = r.org_id;
end $$;

create or replace function app.closed_registers() returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(json_agg(json_build_object('issuer_tax_id', h.issuer_tax_id, 'records', h.seq, 'closed_at', utc(h.closed_at),
      'reason', h.closed_reason, 'successor_tax_id', h.successor_tax_id) order by h.closed_at, h.issuer_tax_id), '[]')
    from invoice_register_heads h where h.org_id = org_id() and h.closed_at is not null
$$;

-- Whether the tax number has records by the rules of the regulation, so that it is not edited any more.
create or replace function app.is_issuer_fixed(r invoice_register_settings) returns boolean language sql stable as $$
  select case when r.mode <> 'internal' then app.register_length(r.issuer_tax_id) > 0
    else exists (select from invoice_register g where g.org_id = r.org_id and g.issuer_tax_id = r.issuer_tax_id
      and g.payload->>'Modo' <> 'internal') end
$$;

create or replace function app.register_length(issuer text) returns bigint
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce((select h.seq from invoice_register_heads h where h.org_id = app.org_id() and h.issuer_tax_id = issuer), 0)
$$;

-- Whether the control character of a Spanish tax number is right: NIF of persons (89890001K), NIE (X1234567L)
-- and the numbers of entities (B12345674), whose check digit is that of the Luhn formula; some kinds write it
-- as a letter.
create or replace function app.is_spanish_tax_id(tax_id text) returns boolean
language sql immutable parallel safe as $$
  select case
    when tax_id ~ '^[0-9XYZKLM][0-9]{7}[A-Z]$' then right(tax_id, 1) = substr('TRWAGMYFPDXBNJZSQVHLCKE',
      (translate(left(tax_id, 8), 'XYZKLM', '012')::int % 23) + 1, 1)
    when tax_id ~ '^[ABCDEFGHJNPQRSUVW][0-9]{7}[0-9A-J]$' then (
      select case when left(tax_id, 1) ~ '[NPQRSW]' then right(tax_id, 1) = letter
          when left(tax_id, 1) ~ '[ABEH]' then right(tax_id, 1) = control::text
          else right(tax_id, 1) in (letter, control::text) end
        from (select (10 - sum(case when n % 2 = 0 then d else d * 2 / 10 + d * 2 % 10 end) % 10) % 10 as control
          from generate_series(1, 7) n cross join lateral (select substr(tax_id, n + 1, 1)::int as d) x) c
          cross join lateral (select substr('JABCDEFGHI', control::int + 1, 1) as letter) l)
    else false end
$$;

-- What is wrong with a tax number as the issuer in a mode, or null.
create or replace function app.tax_id_problem(mode text, tax_id text) returns text language sql immutable as $$
  select case when mode = 'internal' then null
    when tax_id !~ '^[A-Z0-9]{9}$' then 'body.issuer_tax_id: must be a Spanish tax number of nine letters and digits in this mode'
    when not app.is_spanish_tax_id(tax_id)
      then 'body.issuer_tax_id: its control character is wrong; look for a mistyped one' end
$$;

create or replace function app.check_register_settings(new_mode text, new_issuer text) returns void language plpgsql as $$
declare r invoice_register_settings;
begin
  select * into r from invoice_register_settings where org_id = app.org_id();
  perform app.ensure(new_mode <> 'no_verifactu' or r.mode = 'no_verifactu', 'WM409', 'mode no_verifactu demands a register of events '
    'and signed records, which this service does not keep; choose verifactu or internal');
  perform app.ensure(r.issuer_tax_id = new_issuer or not app.is_issuer_fixed(r), 'WM409', format('the register of %s has records, '
    'so issuer_tax_id is not edited; POST .../invoice-register/issuer closes it and begins another', r.issuer_tax_id));
  perform app.ensure(r.issuer_tax_id = new_issuer or not exists (select from json_array_elements(app.closed_registers()) c
    where c->>'issuer_tax_id' = new_issuer), 'WM409',
    format('the register of %s was closed; give another issuer_tax_id', new_issuer));
  if r.issuer_tax_id <> new_issuer or app.register_length(new_issuer) = 0 then
    perform app.ensure_fields(array[app.tax_id_problem(new_mode, new_issuer)]);
  end if;
end $$;
