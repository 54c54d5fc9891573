import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { problemsOfFiles } from '#modules/orders/invoices/files/check-files.ts'
import { findOrderAndInvoice } from '#modules/orders/invoices/invoice.ts'
import '#src/app/events.ts'
import { buy, setUpBuyers } from '#tests/cast/orders.ts'
import { fieldProblem, typedValue } from '#tests/support/form.ts'
import { postFiles } from '#tests/support/upload.ts'

const { context, lin } = setUpBuyers()

const NUMBER = '26310000000000000041'
const OTHER = '26310000000000000042'
const bytes = (text: string) => new TextEncoder().encode(text)
const PDF = bytes('%PDF-1.7 an invoice')
const xml = (number: string) =>
  bytes(`<?xml version="1.0" encoding="UTF-8"?><EInvoice><Header><EIid>${number}</EIid></Header></EInvoice>`)
const ofd = (number: string) =>
  new Uint8Array(
    zipSync(
      {
        'OFD.xml': bytes(
          `<ofd:OFD xmlns:ofd="http://www.ofdspec.org/2016"><ofd:DocBody><ofd:DocInfo><ofd:CustomDatas>` +
            `<ofd:CustomData Name="发票号码">${number}</ofd:CustomData></ofd:CustomDatas></ofd:DocInfo>` +
            `</ofd:DocBody></ofd:OFD>`,
        ),
        'Doc_0/Document.xml': bytes('<ofd:Document xmlns:ofd="x"/>'),
      },
      { mtime: new Date('2026-11-20') },
    ),
  )

const OTHER_INVOICE = 'orders.problem.otherInvoice'
const BOMB = bytes('<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>')

test.each([
  ['all three of it', { pdf: PDF, ofd: ofd(NUMBER), xml: xml(NUMBER) }, {}],
  ['an XML without a number', { xml: bytes('<a/>') }, {}],
  ['the XML of another', { xml: xml(OTHER) }, { xml: OTHER_INVOICE }],
  ['the OFD of another', { pdf: PDF, ofd: ofd(OTHER) }, { ofd: OTHER_INVOICE }],
  ['an XML that does not end', { xml: bytes('<a><b></a>') }, { xml: 'orders.problem.noXml' }],
  ['an XML with entities of its own', { xml: BOMB }, { xml: 'orders.problem.noXml' }],
  [
    'an XML that is not in its encoding',
    { xml: new Uint8Array([60, 255, 62]) },
    { xml: 'orders.problem.noXml' },
  ],
  ['a zip without OFD.xml', { ofd: zipSync({ 'a.xml': bytes('<a/>') }) }, { ofd: 'orders.problem.noOfd' }],
  [
    'an OFD.xml with another root',
    { ofd: zipSync({ 'OFD.xml': bytes('<a/>') }) },
    { ofd: 'orders.problem.noOfd' },
  ],
  ['a PDF as OFD', { ofd: PDF }, { ofd: 'orders.problem.noOfd' }],
  ['an OFD as PDF', { pdf: ofd(NUMBER) }, { pdf: 'orders.problem.noPdf' }],
])('%s', (_, files, problems) => {
  expect(problemsOfFiles(files, NUMBER)).toEqual(problems)
})

test('an XML file in GB 18030, as accounting programs write it, is read', () => {
  const head = bytes('<?xml version="1.0" encoding="GB18030"?><Fp><Bz>')
  const tail = bytes(`</Bz><InvoiceNumber>${OTHER}</InvoiceNumber></Fp>`)
  const written = new Uint8Array([...head, 0xb7, 0xa2, 0xc6, 0xb1, ...tail])
  expect(problemsOfFiles({ xml: written }, NUMBER)).toEqual({ xml: OTHER_INVOICE })
})

const PERSON = { kind: 'ordinary', titleKind: 'individual', title: '林梅', email: 'lin@lotus.example' }

test('the files of an invoice are checked, stored and downloaded one by one', async () => {
  const bought = await buy(context.db, await lin(), 'single_1', { period: 'once' })
  const at = `/mgmt/orders/${bought.id}/invoice`
  const { client } = context.cast.lin
  await client.post(at, PERSON)
  const { id } = (await findOrderAndInvoice(context.db, await lin(), bought.id)).invoice!
  const desk = context.cast.ruo.client
  const send = (fields: Record<string, string>, files: Record<string, Uint8Array<ArrayBuffer>>) =>
    postFiles(
      desk,
      `/desk/invoices/${id}/issue`,
      fields,
      Object.entries(files).map(([field, content]) => ({ field, name: `i.${field}`, bytes: content })),
    )
  const wrong = await send({ number: NUMBER, issuedOn: '2026-11-20' }, { pdf: PDF, xml: xml(OTHER) })
  const html = await wrong.text()
  expect([wrong.status, fieldProblem(html, 'xml'), fieldProblem(html, 'pdf')]).toEqual([
    422,
    expect.stringContaining('another invoice'),
    '',
  ])
  expect([typedValue(html, 'number'), typedValue(html, 'issuedOn')]).toEqual([NUMBER, '2026-11-20'])
  const none = await send({ number: NUMBER, issuedOn: '2999-01-01' }, {})
  const second = await none.text()
  expect([fieldProblem(second, 'pdf'), fieldProblem(second, 'issuedOn')]).toEqual([
    expect.stringContaining('at least one'),
    expect.stringContaining('up to today'),
  ])
  expect((await send({ number: NUMBER }, { ofd: ofd(NUMBER), xml: xml(NUMBER) })).status).toBe(303)
  const page = await (await client.get(at)).text()
  const links = (path: string) =>
    ['pdf', 'ofd', 'xml'].map((format) => page.includes(`href="${path}.${format}"`))
  expect(links(at)).toEqual([false, true, true])
  for (const [format, type, content] of [
    ['ofd', 'application/ofd', ofd(NUMBER)],
    ['xml', 'application/xml', xml(NUMBER)],
  ] as const)
    for (const [reader, path] of [
      [client, at],
      [desk, `/desk/invoices/${id}/file`],
    ] as const) {
      const answer = await reader.get(`${path}.${format}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining(type),
      ])
      expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(content))).toBe(true)
    }
  expect((await client.get(`${at}.pdf`)).status).toBe(404)
  for (const format of ['ofd', 'xml'])
    expect((await context.cast.hannah.client.get(`${at}.${format}`)).status).toBe(404)
})
