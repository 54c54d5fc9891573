import type { RemoteSignatory } from '../remote/service.ts'
import { accountOf, organisationOf } from './account.ts'
import { businessNumberOf } from './business-number.ts'
import { refused } from './errors.ts'
import { handFields, sealFields } from './sign-fields.ts'

const PERSON = 0
const INSTITUTION = 1
/** The person who acts for an institution; only used together with the institution. */
const TRANSACTOR = 3

/** Without this entry the notification settings of the whole signing might apply. */
const NO_NOTICE = { noticeTypes: '' }

const BY_HAND = { psnSealStyles: '0' }
const SEAL_OF_A_PERSON = { psnSealStyles: '1' }
/** Only for a signing that involves several countries. */
const PICTURE = { psnSealStyles: '3' }

/** The signers at the service that represent one signatory. */
export function signersOf(signatory: RemoteSignatory, fileId: string, isGlobal: boolean): object[] {
  const { party, places, seal, order } = signatory
  const customBizNum = businessNumberOf(signatory)
  const field = (normalSignFieldConfig: object) => ({ fileId, customBizNum, normalSignFieldConfig })
  const hands = handFields(places)
  const seals = seal ? sealFields(seal) : []
  if (!hands.length && !seals.length) throw refused('places', 'A signatory has no place to sign')
  const sharedFields = {
    signConfig: { signOrder: order },
    ...(isGlobal && { authConfig: authenticationOf(party.mainland) }),
  }
  if (party.as === 'institution' && party.mainland) {
    const fields = { hands: hands.map(field), seals: seals.map(field) }
    return signersOfInstitution(signatory, sharedFields, fields)
  }
  const sealStyle = party.mainland ? SEAL_OF_A_PERSON : PICTURE
  const signatureFields = hands.map((config) => field({ ...config, ...BY_HAND }))
  const sealedFields = seals.map((config) => field({ ...config, ...sealStyle }))
  return [
    {
      ...sharedFields,
      noticeConfig: noticeOf(signatory),
      signerType: PERSON,
      psnSignerInfo: personOf(signatory),
      signFields: [...signatureFields, ...sealedFields],
    },
  ]
}

/**
 * A mainland institution signs by its seal: at the seal's places, or otherwise where the signatory would
 * sign by hand. If both have places, the transactor also signs by hand, and is notified only once.
 */
function signersOfInstitution(
  signatory: RemoteSignatory,
  sharedFields: object,
  { hands, seals }: { hands: object[]; seals: object[] },
): object[] {
  const orgSignerInfo = { ...organisationOf(signatory.party), transactorInfo: personOf(signatory) }
  const sealingSigner = {
    ...sharedFields,
    noticeConfig: noticeOf(signatory),
    signerType: INSTITUTION,
    orgSignerInfo,
    signFields: seals.length ? seals : hands,
  }
  if (!seals.length || !hands.length) return [sealingSigner]
  return [
    sealingSigner,
    { ...sealingSigner, noticeConfig: NO_NOTICE, signerType: TRANSACTOR, signFields: hands },
  ]
}

const personOf = (signatory: RemoteSignatory) => ({
  psnAccount: accountOf(signatory).psnAccount,
  psnInfo: { psnName: signatory.name },
})

const noticeOf = (signatory: RemoteSignatory) => ({ noticeTypes: accountOf(signatory).noticeTypes })

/** The service can only check the identity of people in mainland China. */
const authenticationOf = (isMainland: boolean) =>
  isMainland
    ? { globalWillingness: true, globalAuthModes: 'MAINLAND_REAL_NAME' }
    : { globalWillingness: false, globalAuthModes: 'NO_NEED' }
