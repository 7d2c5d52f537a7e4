-- The rules of the tax agency's validations (1.2.0) that can be checked here. They apply in the two Spanish
-- modes.

create or replace function app.check_regulation(i invoices, day date, r invoice_register_settings, base text) returns void
language plpgsql as $$
declare original invoices; simplified boolean;
begin
  if r.mode = 'internal' then return; end if;
  perform app.ensure(r.issuer_tax_id <> '' and r.issuer_name <> '', 'WM409',
    'the register needs the name and tax number of the issuer; set them with PUT .../invoice-register/settings');
  perform app.ensure(base = 'EUR', 'WM409', 'the Spanish register is kept in EUR; the organization keeps its books in ' || base);
  select * into original from invoices where org_id = i.org_id and id = i.corrects_invoice_id;
  simplified := original.kind = 'simplified';
  perform app.ensure_fields(array[
    case when day < '2024-10-28' then 'body.issue_date: before 2024-10-28, the first day of the register' end,
    case when i.kind = 'corrective' and simplified and i.correction_reason <> 'R5'
      then 'path.invoice_id: the correction of a simplified invoice has the reason R5' end,
    case when i.kind = 'corrective' and not simplified and i.correction_reason = 'R5'
      then 'path.invoice_id: R5 is for the correction of a simplified invoice' end]
    || array(select format('path.invoice_id: the tax rate %s with the surcharge %s is not one of those in force '
        'in Spain (21, 10, 5, 4, 0; surcharges 5.2 or 1.75, 1.4, 0.62, 0.5)',
        trim_scale(x.rate), trim_scale(x.surcharge_rate))
      from invoice_taxes x where x.org_id = i.org_id and x.invoice_id = i.id and x.category in ('standard', 'reduced', 'zero')
        and (x.rate, x.surcharge_rate) not in ((0, 0), (2, 0), (4, 0), (5, 0), (7.5, 0), (10, 0), (21, 0), (21, 5.2), (21, 1.75),
          (10, 1.4), (5, 0.62), (4, 0.5))));
end $$;

-- The URL at which the tax agency verifies a record, printed as a QR code; null in the internal mode.
create or replace function app.register_qr(mode text, issuer text, number text, issued date, total text) returns text
language sql immutable as $$
  select case when mode <> 'internal' then 'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/'
    || case mode when 'verifactu' then 'ValidarQR' else 'ValidarQRNoVerifactu' end || '?nif=' || app.url_encode(issuer)
    || '&numserie=' || app.url_encode(number) || '&fecha=' || to_char(issued, 'DD-MM-YYYY') || '&importe=' || total end
$$;
