import { randomUUID } from 'node:crypto'
import type {
  RemoteOrder,
  RemoteParty,
  RemotePlace,
  RemoteSender,
  RemoteSignatory,
} from '#modules/signing/providers/remote/service.ts'
import { DAY, fromNow } from '#src/core/clock.ts'

export const PLACE: RemotePlace = { page: 1, x: 100, y: 200, width: 120, height: 60 }
export const FILE = Buffer.from('%PDF-1.7\n% 合同\n%%EOF')
/** Leaves the file unchanged, because it is too short to be signed. */
export const unchangedFile = async (file: Uint8Array) => file
export const CALLBACK_URL = 'http://127.0.0.1:9/hooks/esign?team=7&env=test'
export const RETURN_URL = 'https://qishu.example/signing/1'

export const person = (changes: Partial<RemoteParty> = {}): RemoteParty => ({
  key: 'a',
  as: 'individual',
  name: '张三',
  registrationNumber: null,
  legalRepresentative: null,
  mainland: true,
  ...changes,
})

export const company = (changes: Partial<RemoteParty> = {}): RemoteParty =>
  person({
    key: 'b',
    as: 'institution',
    name: '上海启书科技有限公司',
    registrationNumber: '91310000MA1FL00000',
    legalRepresentative: '王五',
    ...changes,
  })

export const signatory = (changes: Partial<RemoteSignatory> = {}): RemoteSignatory => ({
  id: randomUUID(),
  party: person(),
  role: 'signer',
  order: 1,
  name: '张三',
  email: 'zhang@example.cn',
  phone: '+8613800000001',
  locale: 'zh_CN',
  places: [PLACE],
  seal: null,
  ...changes,
})

export const sender = (changes: Partial<RemoteSender> = {}): RemoteSender => ({
  as: 'individual',
  name: '李四',
  email: 'li@example.cn',
  phone: '+8613900000000',
  organisation: null,
  reference: null,
  ...changes,
})

export const order = (signatories: RemoteSignatory[], changes: Partial<RemoteOrder> = {}): RemoteOrder => ({
  signingId: randomUUID(),
  title: '房屋租赁合同',
  fileName: '房屋租赁合同.pdf',
  file: FILE,
  sender: sender(),
  signatories,
  message: '',
  expiresAt: fromNow(30 * DAY),
  callbackUrl: CALLBACK_URL,
  returnUrl: RETURN_URL,
  ...changes,
})
