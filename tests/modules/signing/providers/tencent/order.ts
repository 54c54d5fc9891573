import { degrees, PDFDocument } from 'pdf-lib'
import type { RemoteOrder, RemoteParty, RemoteSignatory } from '#modules/signing/providers/remote/service.ts'
import { DAY, fromNow } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'

/** A PDF with a portrait A4 page and a landscape one. */
async function smallPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.addPage([595, 842])
  pdf.addPage([595, 842]).setRotation(degrees(90))
  return pdf.save()
}

const file = await smallPdf()

const PERSON: RemoteParty = {
  key: 'a',
  as: 'individual',
  name: '陈莲',
  registrationNumber: null,
  legalRepresentative: null,
  mainland: true,
}

export const COMPANY: RemoteParty = {
  key: 'b',
  as: 'institution',
  name: '莲花(杭州)科技有限公司',
  registrationNumber: '91330100MA2B0XXX1A',
  legalRepresentative: '王莲',
  mainland: true,
}

let numbers = 0

export function signer(changes: Partial<RemoteSignatory> = {}): RemoteSignatory {
  return {
    id: newId(),
    party: PERSON,
    role: 'signer',
    order: 1,
    name: '陈莲',
    email: null,
    phone: `+861380000${String(1000 + ++numbers)}`,
    locale: 'zh_CN',
    places: [{ page: 1, x: 100, y: 200, width: 120, height: 50 }],
    seal: null,
    ...changes,
  }
}

export function orderFor(signatories: RemoteSignatory[], changes: Partial<RemoteOrder> = {}): RemoteOrder {
  return {
    signingId: newId(),
    title: '采购合同',
    fileName: '采购合同.pdf',
    file,
    sender: {
      as: 'institution',
      name: '王莲',
      email: 'wang@lotus.example',
      phone: '+8613900000001',
      organisation: { name: COMPANY.name, registrationNumber: COMPANY.registrationNumber! },
      reference: null,
    },
    signatories,
    message: '请签署',
    expiresAt: fromNow(30 * DAY),
    callbackUrl: 'https://qishu.example/callbacks/tencent',
    returnUrl: 'https://qishu.example/signed',
    ...changes,
  }
}
