-- How the regulation names parties, the invoicing system, and why an operation bears no tax.

create or replace function app.is_eu_country(country text) returns boolean language sql immutable parallel safe as $$
  select country = any (string_to_array('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK', ' '))
$$;

-- The lists of the tax agency: L9 (S2, N1, N2) and L10 (E1 to E8). The code of the line decides; without one,
-- the category and the client's country.
create or replace function app.register_claim(category text, code text, country text) returns text
language sql immutable as $$
  select case category
    when 'reverse_charge' then case when upper(code) in ('S2', 'N1', 'N2') then upper(code) else 'S2' end
    when 'not_subject' then case when upper(code) in ('N1', 'N2') then upper(code)
      when coalesce(country, 'ES') = 'ES' then 'N1' else 'N2' end
    when 'exempt' then case when upper(code) ~ '^E[1-8]$' then upper(code) when coalesce(country, 'ES') = 'ES' then 'E1'
      when app.is_eu_country(country) then 'E5' else 'E2' end
    else 'S1' end
$$;

-- A party by its Spanish NIF, or by IDOtro: 02 is a VAT number of the Union (of Northern Ireland too), with
-- the prefix of its country, and 04 an official document of another country. Foreigners may have a Spanish
-- number.
create or replace function app.register_party(name text, tax_id text, country text) returns jsonb
language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object('NombreRazon', left(name, 120), 'NIF', nif, 'IDOtro', case
      when nif is not null or plain = '' then null
      when country = 'GB' and plain like 'XI%' then jsonb_build_object('CodigoPais', 'XI', 'IDType', '02', 'ID', left(plain, 20))
      when app.is_eu_country(country) then jsonb_build_object('CodigoPais', country, 'IDType', '02',
        'ID', left(case when plain like prefix || '%' then plain else prefix || plain end, 20))
      else jsonb_build_object('CodigoPais', country, 'IDType', '04', 'ID', left(trim(tax_id), 20)) end))
    from (select plain, case country when 'GR' then 'EL' else country end as prefix, case
        when plain <> '' and coalesce(country, 'ES') = 'ES' then spanish
        when spanish ~ '^[NWXYZ]' and app.is_spanish_tax_id(spanish) then spanish end as nif
      from (select plain, regexp_replace(plain, '^ES(?=.{9}$)', '') as spanish
        from (select upper(regexp_replace(coalesce(tax_id, ''), '[^[:alnum:]]', '', 'g')) as plain) t) u) v
$$;

-- The invoicing system and who made it; without a producer, the issuer.
create or replace function app.register_system(r invoice_register_settings, i invoices) returns jsonb
language sql stable as $$
  select case when r.system_producer_name is null
      then app.register_party(coalesce(nullif(r.issuer_name, ''), i.issuer_snapshot->>'name'), r.issuer_tax_id,
        case r.mode when 'internal' then r.country else 'ES' end)
      else app.register_party(r.system_producer_name, r.system_producer_tax_id, r.system_producer_country) end
    || jsonb_build_object('NombreSistemaInformatico', r.system_name, 'IdSistemaInformatico', r.system_id, 'Version', r.system_version,
      'NumeroInstalacion', r.system_installation, 'TipoUsoPosibleSoloVerifactu', 'N', 'TipoUsoPosibleMultiOT', 'S',
      'IndicadorMultiplesOT', case when app.has_several_issuers(r.issuer_tax_id) then 'S' else 'N' end)
$$;
