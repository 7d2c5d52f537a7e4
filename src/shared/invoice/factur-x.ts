import type { Attachment } from '../pdf/sheet.ts'
import { ciiOf } from './cii.ts'
import type { InvoiceDocument } from './document.ts'
import { sheetOf } from './pdf.ts'

const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'
/** The profile of the XML in it; Peppol has none there. */
const profiles = {
  en16931: { name: 'factur-x.xml', level: 'EN 16931' },
  xrechnung: { name: 'xrechnung.xml', level: 'XRECHNUNG' },
}
const propertiesOf = ({ name, level }: { name: string; level: string }) => ({
  DocumentFileName: ['name of the embedded XML invoice file', name],
  DocumentType: ['type of the hybrid document in capital letters', 'INVOICE'],
  Version: ['version of the XML schema of the embedded file', '1.0'],
  ConformanceLevel: ['conformance level of the embedded XML invoice', level],
})

/** An invoice as Factur-X 1.0 (ZUGFeRD 2), profile EN 16931 or XRECHNUNG: the PDF with its XML in it. Call `problemsOf` first. */
export async function facturXOf(
  invoice: InvoiceDocument,
  printing: Parameters<typeof sheetOf>[1],
): Promise<Uint8Array> {
  const profile = invoice.profile === 'xrechnung' ? 'xrechnung' : 'en16931'
  const sheet = await sheetOf(invoice, printing)
  const file: Attachment = {
    name: profiles[profile].name,
    type: 'text/xml',
    description: 'The invoice as XML',
    bytes: new TextEncoder().encode(ciiOf({ ...invoice, profile })),
  }
  sheet.attach(file, printing.at, metadata(propertiesOf(profiles[profile])))
  return sheet.finish()
}

/** The XMP properties that Factur-X requires, with their PDF/A extension schema. */
function metadata(properties: ReturnType<typeof propertiesOf>): string {
  const values = Object.entries(properties).map(([key, [, value]]) => `<fx:${key}>${value}</fx:${key}>`)
  const described = Object.entries(properties).map(
    ([key, [description]]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${key}</pdfaProperty:name>` +
      '<pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>' +
      `<pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
  )
  return `
    <rdf:Description rdf:about="" xmlns:fx="${namespace}">${values.join('')}</rdf:Description>
    <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
      <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
        <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
        <pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
        <pdfaSchema:prefix>fx</pdfaSchema:prefix>
        <pdfaSchema:property><rdf:Seq>${described.join('')}</rdf:Seq></pdfaSchema:property>
      </rdf:li></rdf:Bag></pdfaExtension:schemas>
    </rdf:Description>`
}
