import { PDFDocument } from 'pdf-lib'
import type {
  RemoteOrder,
  RemoteParty,
  RemoteSender,
  RemoteSignatory,
} from '#modules/signing/providers/remote/service.ts'
import { DAY, fromNow } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'

/** An order that all services accept. */

export async function pdfOfOnePage(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.addPage([595, 842]).drawText('Contract')
  return pdf.save()
}

export const LOTUS: RemoteParty = {
  key: 'a',
  as: 'institution',
  name: '莲花贸易有限公司',
  registrationNumber: '91310000MA1FL0000X',
  legalRepresentative: '林美',
  mainland: true,
}

export const SENDER: RemoteSender = {
  as: 'institution',
  name: '林美',
  email: 'mei@lotus.example',
  phone: '+8613900000001',
  organisation: { name: LOTUS.name, registrationNumber: LOTUS.registrationNumber! },
  reference: null,
}

let people = 0

export function signatory(changes: Partial<RemoteSignatory> = {}): RemoteSignatory {
  const number = ++people
  return {
    id: newId(),
    party: { ...LOTUS, key: 'b', as: 'individual', name: '陈莲', registrationNumber: null },
    role: 'signer',
    order: 1,
    name: '陈莲',
    email: `chen${number}@lotus.example`,
    phone: `+861380000${1000 + number}`,
    locale: 'zh_CN',
    places: [{ page: 1, x: 100, y: 200, width: 120, height: 50 }],
    seal: null,
    ...changes,
  }
}

export const orderOf = async (
  signatories: RemoteSignatory[],
  changes: Partial<RemoteOrder> = {},
): Promise<RemoteOrder> => ({
  signingId: newId(),
  title: '采购合同',
  fileName: '采购合同.pdf',
  file: await pdfOfOnePage(),
  sender: SENDER,
  signatories,
  message: '请签署',
  expiresAt: fromNow(14 * DAY),
  callbackUrl: 'https://qishu.example/e-sign/service/callback',
  returnUrl: 'https://qishu.example/signed',
  ...changes,
})
