import type { RemoteOrder, RemoteSignatory } from '../remote/service.ts'
import { accountOf } from './account.ts'
import { initiatorOf } from './authorisation.ts'
import { refused } from './errors.ts'
import { signersOf } from './signers.ts'
import { acceptedFileName, acceptedText } from './text.ts'

/** The service accepts no more in one call, and no later additions if a signing ends automatically. */
export const MAX_SIGNERS = 10

const MAX_TITLE_LENGTH = 100

/** The body of the call create-by-file. */
export function draftOf(order: RemoteOrder, fileId: string): object {
  if (order.signatories.some(({ role }) => role === 'approver'))
    throw refused('approver', 'The service has no people who agree without signing')
  const signing = order.signatories.filter(({ role }) => role === 'signer')
  const isGlobal = signing.some(({ party }) => !party.mainland)
  const signers = signing.flatMap((signatory) => signersOf(signatory, fileId, isGlobal))
  if (!signers.length || signers.length > MAX_SIGNERS)
    throw refused('signers', `The service takes from 1 to ${MAX_SIGNERS} signers, not ${signers.length}`)
  return {
    docs: [{ fileId, fileName: acceptedFileName(order.fileName) }],
    signFlowConfig: {
      signFlowTitle: acceptedText(order.title, MAX_TITLE_LENGTH) || order.signingId,
      signFlowExpireTime: order.expiresAt.getTime(),
      autoStart: false,
      autoFinish: true,
      identityVerify: true,
      noticeConfig: { noticeTypes: '1,2' },
      signConfig: { signMode: isGlobal ? 'GLOBAL' : 'NORMAL' },
      notifyUrl: order.callbackUrl,
      redirectConfig: { redirectUrl: order.returnUrl },
    },
    ...(order.sender.reference && { signFlowInitiator: initiatorOf(order.sender.reference) }),
    signers,
    copiers: order.signatories.filter(({ role }) => role === 'copy').map(copierOf),
  }
}

const copierOf = (signatory: RemoteSignatory) => ({
  copierPsnInfo: { psnAccount: accountOf(signatory).psnAccount },
})
