-- Part of a chain, with the regulation's field names.
create or replace function app.export_register(issuer text, from_seq bigint, max_rows int) returns json
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare head invoice_register_heads; exported json;
begin
  select * into head from invoice_register_heads h where h.org_id = app.org_id() and h.issuer_tax_id = issuer;
  with part as materialized (select * from invoice_register g where g.org_id = app.org_id() and g.issuer_tax_id = issuer
      and g.seq >= from_seq order by g.seq limit max_rows),
  named as (
    select g.seq, json_build_object(case g.record_type when 'alta' then 'RegistroAlta' else 'RegistroAnulacion' end,
      (jsonb_strip_nulls(jsonb_build_object('IDVersion', '1.0', 'IDFactura', case g.record_type
          when 'alta' then jsonb_build_object('IDEmisorFactura', g.issuer_tax_id, 'NumSerieFactura', g.number,
            'FechaExpedicionFactura', to_char(g.issue_date, 'DD-MM-YYYY'))
          else jsonb_build_object('IDEmisorFacturaAnulada', g.issuer_tax_id, 'NumSerieFacturaAnulada', g.number,
            'FechaExpedicionFacturaAnulada', to_char(g.issue_date, 'DD-MM-YYYY')) end,
        'Subsanacion', case when g.is_correction then 'S' end, 'TipoFactura', g.invoice_type, 'CuotaTotal', g.tax_total,
        'ImporteTotal', g.total, 'Encadenamiento', case when g.prev_seq is null then '{"PrimerRegistro":"S"}'::jsonb
          else jsonb_build_object('RegistroAnterior', jsonb_build_object('IDEmisorFactura', b.issuer_tax_id, 'NumSerieFactura', b.number,
            'FechaExpedicionFactura', to_char(b.issue_date, 'DD-MM-YYYY'), 'Huella', g.prev_hash)) end,
        'FechaHoraHusoGenRegistro', g.generated_at_text, 'TipoHuella', g.hash_type, 'Huella', g.hash)) || g.payload)) as record
      from part g left join invoice_register b on b.org_id = g.org_id and b.issuer_tax_id = g.issuer_tax_id and b.seq = g.prev_seq)
  select row_to_json(x) into exported from (select issuer as issuer_tax_id,
    case when head.seq > 0 then (select row_to_json(h) from (select head.seq as seq, head.last_hash as hash) h) end as head,
    coalesce((select array_to_json(array_agg(n.record order by n.seq)) from named n), '[]') as records,
    (select max(n.seq) + 1 from named n having max(n.seq) < head.seq) as next_seq) x;
  return exported;
end $$;
