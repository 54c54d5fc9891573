import { zipSync } from 'fflate'
import { shanghaiDay } from '#src/core/clock.ts'
import { decimal, type Money } from '#src/core/money.ts'
import type { InvoiceFiles } from '../files/invoice-file.ts'

interface SampleInvoice {
  number: string
  issuedAt: Date
  title: string
  taxNumber: string
  item: string
  amount: Money
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => ESCAPES[one]!)
const bytes = (text: string) => new TextEncoder().encode(text)

/** Small files in the three formats, which the service of the demo issues. They are not tax documents. */
export const sampleFiles = (invoice: SampleInvoice): InvoiceFiles => ({
  pdf: samplePdf(invoice),
  ofd: sampleOfd(invoice),
  xml: sampleXml(invoice),
})

function sampleXml({ number, issuedAt, title, taxNumber, item, amount }: SampleInvoice) {
  const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`
  return bytes(
    [
      '<?xml version="1.0" encoding="UTF-8"?><EInvoice>',
      `<Header>${element('EIid', number)}</Header><EInvoiceData><BuyerInformation>`,
      element('BuyerName', title),
      element('BuyerIdNum', taxNumber),
      `</BuyerInformation><IssuItemInformation>${element('ItemName', item)}</IssuItemInformation>`,
      `<BasicInformation>${element('TotalTaxIncludedAmount', decimal(amount))}</BasicInformation>`,
      `</EInvoiceData><TaxSupervisionInfo>${element('InvoiceNumber', number)}`,
      `${element('IssueTime', shanghaiDay(issuedAt))}</TaxSupervisionInfo></EInvoice>`,
    ].join(''),
  )
}

const OFD = 'xmlns:ofd="http://www.ofdspec.org/2016"'

function sampleOfd({ number, issuedAt }: SampleInvoice): Uint8Array {
  const root = [
    `<?xml version="1.0" encoding="UTF-8"?><ofd:OFD ${OFD} DocType="OFD" Version="1.1"><ofd:DocBody>`,
    `<ofd:DocInfo><ofd:CustomDatas><ofd:CustomData Name="发票号码">${number}</ofd:CustomData>`,
    `<ofd:CustomData Name="开票日期">${shanghaiDay(issuedAt)}</ofd:CustomData></ofd:CustomDatas>`,
    '</ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>',
  ]
  const pageArea = '<ofd:PageArea><ofd:PhysicalBox>0 0 210 140</ofd:PhysicalBox></ofd:PageArea>'
  const document = `<ofd:Document ${OFD}><ofd:CommonData>${pageArea}</ofd:CommonData><ofd:Pages/></ofd:Document>`
  const options = { mtime: issuedAt }
  return zipSync({
    'OFD.xml': [bytes(root.join('')), options],
    'Doc_0/Document.xml': [bytes(document), options],
  })
}

/** One page with the number and the amount. */
function samplePdf({ number, amount }: SampleInvoice): Uint8Array {
  const text = `BT /F 14 Tf 40 120 Td (Sample e-invoice ${number}) Tj 0 -24 Td (CNY ${decimal(amount)}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 180]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj${object}endobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  file += `xref\n0 6\n0000000000 65535 f \n${offsets.join('')}`
  return bytes(`${file}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`)
}
