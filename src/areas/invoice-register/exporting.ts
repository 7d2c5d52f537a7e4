import type * as z from 'zod'
import { type Element, xmlOf } from '../../shared/xml.ts'
import type { exportFormats, RegisterExport } from './schemas.ts'

type Answer = z.output<typeof RegisterExport>
type Found = { format: (typeof exportFormats)[number]; exported: Omit<Answer, 'xml'> }

const schemas =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/'

/** What the records hold beyond the schema. */
const beyondSchema = new Set(['Modo', 'Moneda', 'Motivo', 'CadenaAnterior'])

/** The response of an export, with the records as JSON or as a document of the tax agency's schema. */
export function inFormat(result: string): string {
  const { format, exported } = JSON.parse(result) as Found
  const answer: Answer =
    format === 'xml' ? { ...exported, records: [], xml: registerXml(exported) } : { ...exported, xml: null }
  return JSON.stringify(answer)
}

function registerXml({ issuer_name, issuer_tax_id, records }: Found['exported']): string {
  const issuer = { NombreRazon: issuer_name ?? undefined, NIF: issuer_tax_id }
  return xmlOf('sum:RegFactuSistemaFacturacion', {
    '@xmlns:sum': `${schemas}SuministroLR.xsd`,
    '@xmlns:sum1': `${schemas}SuministroInformacion.xsd`,
    'sum:Cabecera': { 'sum1:ObligadoEmision': elementOf(issuer) },
    'sum:RegistroFactura': records.map(elementOf),
  })
}

/** The names of a record are those of the schema, in its order. */
function elementOf(value: unknown): Element {
  if (Array.isArray(value)) return value.map(elementOf)
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  const named = Object.entries(value).filter(([name]) => !beyondSchema.has(name))
  return Object.fromEntries(named.map(([name, child]) => [`sum1:${name}`, elementOf(child)]))
}
