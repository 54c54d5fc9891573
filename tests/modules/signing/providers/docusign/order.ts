import { randomUUID } from 'node:crypto'
import { degrees, PDFDocument } from 'pdf-lib'
import type {
  CallbackRequest,
  RemoteOrder,
  RemoteSignatory,
} from '#modules/signing/providers/remote/service.ts'
import { DAY, fromNow } from '#src/core/clock.ts'
import type { Delivery } from '#tests/stubs/docusign/connect.ts'
import { type DocusignStub, startDocusignStub } from '#tests/stubs/docusign/docusign.ts'

let file: Uint8Array | null = null

/** Two A4 pages; the second one is stored in landscape format and displayed upright. */
async function fileToSign(): Promise<Uint8Array> {
  if (file) return file
  const pdf = await PDFDocument.create()
  pdf.addPage([595, 842]).drawText('Contract')
  pdf.addPage([842, 595]).setRotation(degrees(90))
  file = await pdf.save()
  return file
}

const party = (key: string) => ({
  key,
  as: 'institution' as const,
  name: '莲花贸易有限公司',
  registrationNumber: '91310000MA1FL0000X',
  legalRepresentative: null,
  mainland: false,
})

export function signatory(changes: Partial<RemoteSignatory> = {}): RemoteSignatory {
  const id = randomUUID()
  return {
    id,
    party: party('a'),
    role: 'signer',
    order: 1,
    name: '林美',
    email: `${id.slice(0, 8)}@lotus.example`,
    phone: null,
    locale: 'zh_CN',
    places: [{ page: 1, x: 100, y: 100, width: 120, height: 60 }],
    seal: null,
    ...changes,
  }
}

export async function orderFor(
  signatories: RemoteSignatory[],
  changes: Partial<RemoteOrder> = {},
): Promise<RemoteOrder> {
  return {
    signingId: randomUUID(),
    title: 'Sales contract 销售合同',
    fileName: 'sales-contract.pdf',
    file: await fileToSign(),
    sender: {
      as: 'institution',
      name: 'Mei Lin',
      email: 'mei@lotus.example',
      phone: null,
      organisation: null,
      reference: null,
    },
    signatories,
    message: 'Please sign 请签署',
    expiresAt: fromNow(14 * DAY),
    callbackUrl: 'https://app.example/callbacks/docusign',
    returnUrl: 'https://app.example/signed',
    ...changes,
  }
}

/** A stub whose user has consented. */
export async function startConsented(
  options: Parameters<typeof startDocusignStub>[0] = {},
): Promise<DocusignStub> {
  const stub = await startDocusignStub(options)
  stub.oauth.hasConsent = true
  return stub
}

/** A delivered callback as a request. The return of a browser has a query and no body. */
export const requestOf = ({ url, headers, body }: Delivery): CallbackRequest => ({
  headers,
  query: Object.fromEntries(new URL(url).searchParams),
  body,
})

/** The request by which a browser returns from the page of consent. */
export const returnOf = (url: string): CallbackRequest =>
  requestOf({ url, headers: {}, body: new Uint8Array() })
