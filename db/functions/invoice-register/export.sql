-- Records in the names and the order of the published schema (SuministroInformacion.xsd). What a record of an
-- earlier version did not store is left out.

create or replace function app.named_party(party jsonb) returns json language sql immutable as $$
  select json_build_object('NombreRazon', party->>'NombreRazon', 'NIF', party->>'NIF', 'IDOtro', case when party ? 'IDOtro'
    then json_build_object('CodigoPais', party->'IDOtro'->>'CodigoPais', 'IDType', party->'IDOtro'->>'IDType',
      'ID', party->'IDOtro'->>'ID') end)
$$;

create or replace function app.named_system(system jsonb) returns json language sql immutable as $$
  select json_build_object('NombreRazon', system->>'NombreRazon', 'NIF', system->>'NIF',
    'IDOtro', app.named_party(system)->'IDOtro', 'NombreSistemaInformatico', system->>'NombreSistemaInformatico',
    'IdSistemaInformatico', system->>'IdSistemaInformatico', 'Version', system->>'Version',
    'NumeroInstalacion', system->>'NumeroInstalacion', 'TipoUsoPosibleSoloVerifactu', system->>'TipoUsoPosibleSoloVerifactu',
    'TipoUsoPosibleMultiOT', system->>'TipoUsoPosibleMultiOT', 'IndicadorMultiplesOT', system->>'IndicadorMultiplesOT')
$$;

-- Only S1 and S2 have a rate and a quota; that of S2 is zero, as the recipient owes the tax.
create or replace function app.named_breakdown(parts jsonb) returns json language sql immutable as $$
  select json_build_object('DetalleDesglose', json_agg(json_build_object('Impuesto', x->>'Impuesto', 'ClaveRegimen', x->>'ClaveRegimen',
      'CalificacionOperacion', x->>'CalificacionOperacion', 'OperacionExenta', substring(x->>'OperacionExenta' from '^E[1-8]$'),
      'TipoImpositivo', case when taxed then x->>'TipoImpositivo' end, 'BaseImponibleOimporteNoSujeto', x->>'BaseImponible',
      'CuotaRepercutida', case when taxed then x->>'CuotaRepercutida' end, 'TipoRecargoEquivalencia', x->>'TipoRecargoEquivalencia',
      'CuotaRecargoEquivalencia', x->>'CuotaRecargoEquivalencia') order by n))
    from jsonb_array_elements(parts) with ordinality e(x, n) cross join lateral (
      select coalesce(x->>'CalificacionOperacion', 'S1') in ('S1', 'S2') and not x ? 'OperacionExenta' as taxed) t
    having count(*) > 0
$$;

create or replace function app.named_link(g invoice_register, b invoice_register) returns json language sql stable as $$
  select case when g.prev_seq is null then json_build_object('PrimerRegistro', 'S')
    else json_build_object('RegistroAnterior', json_build_object('IDEmisorFactura', b.issuer_tax_id, 'NumSerieFactura', b.number,
      'FechaExpedicionFactura', to_char(b.issue_date, 'DD-MM-YYYY'), 'Huella', g.prev_hash)) end
$$;

create or replace function app.named_alta(g invoice_register, b invoice_register) returns json language sql stable as $$
  select json_build_object('IDVersion', '1.0', 'IDFactura', json_build_object('IDEmisorFactura', g.issuer_tax_id,
      'NumSerieFactura', g.number, 'FechaExpedicionFactura', to_char(g.issue_date, 'DD-MM-YYYY')),
    'NombreRazonEmisor', g.payload->>'NombreRazonEmisor', 'Subsanacion', case when g.is_correction then 'S' end,
    'TipoFactura', g.invoice_type, 'TipoRectificativa', g.payload->>'TipoRectificativa',
    'FacturasRectificadas', (select json_build_object('IDFacturaRectificada', json_build_array(json_build_object(
        'IDEmisorFactura', o->>'IDEmisorFactura', 'NumSerieFactura', o->>'NumSerieFactura',
        'FechaExpedicionFactura', o->>'FechaExpedicionFactura')))
      from (select g.payload->'FacturaRectificada' as o) x where o is not null),
    'ImporteRectificacion', (select json_build_object('BaseRectificada', o->>'BaseRectificada',
        'CuotaRectificada', o->>'CuotaRectificada', 'CuotaRecargoRectificado', o->>'CuotaRecargoRectificado')
      from (select g.payload->'ImporteRectificacion' as o) x where o is not null),
    'FechaOperacion', g.payload->>'FechaOperacion', 'DescripcionOperacion', g.payload->>'DescripcionOperacion',
    'Macrodato', g.payload->>'Macrodato', 'Destinatarios', case when g.payload ? 'Destinatario'
      then json_build_object('IDDestinatario', json_build_array(app.named_party(g.payload->'Destinatario'))) end,
    'Desglose', app.named_breakdown(g.payload->'Desglose'), 'CuotaTotal', g.tax_total, 'ImporteTotal', g.total,
    'Encadenamiento', app.named_link(g, b), 'SistemaInformatico', app.named_system(g.payload->'SistemaInformatico'),
    'FechaHoraHusoGenRegistro', g.generated_at_text, 'TipoHuella', g.hash_type, 'Huella', g.hash,
    'Modo', g.payload->>'Modo', 'Moneda', g.payload->>'Moneda', 'Motivo', g.payload->>'Motivo',
    'CadenaAnterior', g.payload->'CadenaAnterior')
$$;

create or replace function app.named_anulacion(g invoice_register, b invoice_register) returns json language sql stable as $$
  select json_build_object('IDVersion', '1.0', 'IDFactura', json_build_object('IDEmisorFacturaAnulada', g.issuer_tax_id,
      'NumSerieFacturaAnulada', g.number, 'FechaExpedicionFacturaAnulada', to_char(g.issue_date, 'DD-MM-YYYY')),
    'Encadenamiento', app.named_link(g, b), 'SistemaInformatico', app.named_system(g.payload->'SistemaInformatico'),
    'FechaHoraHusoGenRegistro', g.generated_at_text, 'TipoHuella', g.hash_type, 'Huella', g.hash,
    'Modo', g.payload->>'Modo', 'Moneda', g.payload->>'Moneda', 'Motivo', g.payload->>'Motivo')
$$;

-- Part of a chain.
create or replace function app.export_register(issuer text, from_seq bigint, max_rows int) returns json
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare head invoice_register_heads; exported json;
begin
  select * into head from invoice_register_heads h where h.org_id = app.org_id() and h.issuer_tax_id = issuer;
  with named as (
    select g.seq, g.payload->>'NombreRazonEmisor' as issuer_name, json_strip_nulls(case g.record_type
        when 'alta' then json_build_object('RegistroAlta', app.named_alta(g, b))
        else json_build_object('RegistroAnulacion', app.named_anulacion(g, b)) end) as record
      from invoice_register g
        left join invoice_register b on b.org_id = g.org_id and b.issuer_tax_id = g.issuer_tax_id and b.seq = g.prev_seq
      where g.org_id = app.org_id() and g.issuer_tax_id = issuer and g.seq >= from_seq order by g.seq limit max_rows)
  select row_to_json(x) into exported from (select issuer as issuer_tax_id,
    (select n.issuer_name from named n order by n.seq desc limit 1) as issuer_name,
    case when head.seq > 0 then (select row_to_json(h) from (select head.seq as seq, head.last_hash as hash) h) end as head,
    coalesce((select array_to_json(array_agg(n.record order by n.seq)) from named n), '[]') as records,
    (select max(n.seq) + 1 from named n having max(n.seq) < head.seq) as next_seq) x;
  return exported;
end $$;
