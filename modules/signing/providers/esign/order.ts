import type { RemoteOrder, RemoteSignatory } from '../remote/service.ts'
import { accountOf, organisationOf } from './account.ts'
import { initiatorOf } from './authorisation.ts'
import { refused } from './errors.ts'
import { handFields, sealFields } from './sign-fields.ts'
import { accepted, acceptedFileName } from './text.ts'

/** The service takes no more in one call, and none later once a signing ends by itself. */
const MOST_SIGNERS = 10

const MOST_OF_A_TITLE = 100

/** The body of create-by-file. */
export function draftOf(order: RemoteOrder, fileId: string): object {
  if (order.signatories.some(({ role }) => role === 'approver'))
    throw refused('approver', 'The service has no people who agree without signing')
  const signing = order.signatories.filter(({ role }) => role === 'signer')
  const isGlobal = signing.some(({ party }) => !party.mainland)
  const signers = signing.flatMap((signatory) => signersOf(signatory, fileId, isGlobal))
  if (!signers.length || signers.length > MOST_SIGNERS)
    throw refused('signers', `The service takes from 1 to ${MOST_SIGNERS} signers, not ${signers.length}`)
  return {
    docs: [{ fileId, fileName: acceptedFileName(order.fileName) }],
    signFlowConfig: {
      signFlowTitle: accepted(order.title, MOST_OF_A_TITLE) || order.signingId,
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

const PERSON = 0
const INSTITUTION = 1
/** The person who acts for an institution; only beside the institution itself. */
const TRANSACTOR = 3

/**
 * The service's signers of one signatory, with their id as the business number of each field. An institution
 * of the mainland signs by its seal, and by the hand of its transactor as well when both are placed. Others
 * have no account of an institution there, so the person signs.
 */
function signersOf(signatory: RemoteSignatory, fileId: string, isGlobal: boolean): object[] {
  const { id, party, places, seal, order, name } = signatory
  const { psnAccount, noticeTypes } = accountOf(signatory)
  const person = { psnAccount, psnInfo: { psnName: name } }
  const common = {
    signConfig: { signOrder: order },
    noticeConfig: { noticeTypes },
    ...(isGlobal && { authConfig: authenticationOf(party.mainland) }),
  }
  const field = (normalSignFieldConfig: object) => ({ fileId, customBizNum: id, normalSignFieldConfig })
  const hands = handFields(places)
  const seals = seal ? sealFields(seal) : []
  if (!hands.length && !seals.length) throw refused('places', 'A signatory has no place to sign')
  if (party.as === 'individual' || !party.mainland) {
    const styled = [
      hands.map((config) => ({ ...config, psnSealStyles: '0' })),
      seals.map((config) => ({ ...config, psnSealStyles: party.mainland ? '1' : '3' })),
    ]
    const signFields = styled.flat().map(field)
    return [{ ...common, signerType: PERSON, psnSignerInfo: person, signFields }]
  }
  const orgSignerInfo = { ...organisationOf(party), transactorInfo: person }
  const byInstitution = { ...common, orgSignerInfo, signerType: INSTITUTION }
  if (!seals.length) return [{ ...byInstitution, signFields: hands.map(field) }]
  const sealed = { ...byInstitution, signFields: seals.map(field) }
  return hands.length
    ? [sealed, { ...byInstitution, signerType: TRANSACTOR, signFields: hands.map(field) }]
    : [sealed]
}

/** The service can check the identity of people of the mainland only. */
const authenticationOf = (isMainland: boolean) =>
  isMainland
    ? { globalWillingness: true, globalAuthModes: 'MAINLAND_REAL_NAME' }
    : { globalWillingness: false, globalAuthModes: 'NO_NEED' }
