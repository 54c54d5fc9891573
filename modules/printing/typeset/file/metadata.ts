import { type PDFDocument, PDFName, PDFRawStream, PDFString } from 'pdf-lib'
import type { DocumentTree } from '#assembly/tree.ts'
import { escapedXml } from '#src/core/text/xml-text.ts'
import { languageOf } from '../structure/structure-tree.ts'

/**
 * Writes title, dates and producer with equal values into Info, for old readers, and into XMP, for all
 * others.
 */
export function describe(
  pdf: PDFDocument,
  tree: DocumentTree,
  { createdAt, producer = 'Qishu' }: { createdAt: Date; producer?: string },
): void {
  const [side = 'zh'] = tree.sides
  const title = [tree.name, ...tree.sides.map((printed) => tree.title[printed]), tree.copy?.mark]
    .filter(Boolean)
    .join(' · ')
  const author = tree.parties
    .map(({ name }) => name[side])
    .filter(Boolean)
    .join('; ')
  pdf.setTitle(title, { showInWindowTitleBar: true })
  pdf.setSubject(tree.number)
  pdf.setAuthor(author)
  pdf.setCreator('Qishu')
  pdf.setProducer(producer)
  pdf.setCreationDate(createdAt)
  pdf.setModificationDate(createdAt)
  pdf.catalog.set(PDFName.of('Lang'), PDFString.of(languageOf(side, tree.languages.script)))
  addXmp(pdf, xmpOf(tree, { title, author, producer, at: createdAt }))
}

/** Uncompressed, so that programs without a PDF parser find it. */
function addXmp({ context, catalog }: PDFDocument, xmp: string): void {
  const bytes = new TextEncoder().encode(xmp)
  const dict = context.obj({ Type: 'Metadata', Subtype: 'XML', Length: bytes.length })
  catalog.set(PDFName.of('Metadata'), context.register(PDFRawStream.of(dict, bytes)))
}

interface Facts {
  title: string
  author: string
  producer: string
  at: Date
}

const NAMESPACES = Object.entries({
  dc: 'http://purl.org/dc/elements/1.1/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  pdfuaid: 'http://www.aiim.org/pdfua/ns/id/',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
})

const EXTENSION_NAMESPACES = Object.entries({
  pdfaExtension: 'http://www.aiim.org/pdfa/ns/extension/',
  pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
  pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
})

/**
 * PDF/A-3 does not define the property of PDF/UA, so the file has to describe it (ISO 19005-3, 6.6.2.3.3).
 */
const UA_SCHEMA = [
  '<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">',
  '<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>',
  '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>',
  '<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>',
  '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">',
  '<pdfaProperty:name>part</pdfaProperty:name>',
  '<pdfaProperty:valueType>Integer</pdfaProperty:valueType>',
  '<pdfaProperty:category>internal</pdfaProperty:category>',
  '<pdfaProperty:description>The part of ISO 14289 to which the file conforms</pdfaProperty:description>',
  '</rdf:li></rdf:Seq></pdfaSchema:property>',
  '</rdf:li></rdf:Bag></pdfaExtension:schemas>',
].join('')

function xmpOf(tree: DocumentTree, { title, author, producer, at: createdAt }: Facts): string {
  const titles = tree.sides.map((side) =>
    inLanguage(languageOf(side, tree.languages.script), tree.title[side]),
  )
  const languages = tree.sides.map((side) => item(languageOf(side, tree.languages.script)))
  const moment = createdAt.toISOString().replace(/\.\d+/, '')
  const facts = [
    '<dc:format>application/pdf</dc:format>',
    `<dc:title><rdf:Alt>${inLanguage('x-default', title)}${titles.join('')}</rdf:Alt></dc:title>`,
    `<dc:language><rdf:Bag>${languages.join('')}</rdf:Bag></dc:language>`,
    author && `<dc:creator><rdf:Seq>${item(author)}</rdf:Seq></dc:creator>`,
    tree.number &&
      `<dc:description><rdf:Alt>${inLanguage('x-default', tree.number)}</rdf:Alt></dc:description>`,
    `<pdf:Producer>${escapedXml(producer)}</pdf:Producer>`,
    '<xmp:CreatorTool>Qishu</xmp:CreatorTool>',
    ...['CreateDate', 'ModifyDate', 'MetadataDate'].map((name) => `<xmp:${name}>${moment}</xmp:${name}>`),
    '<pdfuaid:part>1</pdfuaid:part>',
    '<pdfaid:part>3</pdfaid:part>',
    '<pdfaid:conformance>A</pdfaid:conformance>',
  ]
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    ...description(EXTENSION_NAMESPACES, [UA_SCHEMA]),
    ...description(NAMESPACES, facts.filter(Boolean) as string[]),
    '</rdf:RDF></x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('\n')
}

const description = (namespaces: [prefix: string, uri: string][], properties: string[]) => [
  `<rdf:Description rdf:about=""${namespaces.map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`).join('')}>`,
  ...properties,
  '</rdf:Description>',
]

const item = (text: string) => `<rdf:li>${escapedXml(text)}</rdf:li>`

const inLanguage = (language: string, text: string) =>
  `<rdf:li xml:lang="${language}">${escapedXml(text)}</rdf:li>`
