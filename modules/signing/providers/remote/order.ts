import type { Party } from '#assembly/answers.ts'
import { findMailbox } from '#modules/accounts/index.ts'
import { authorisationAt } from '#modules/authorisations/index.ts'
import { signingRecord } from '#modules/documents/index.ts'
import { downloadName } from '#modules/printing/index.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { getFile } from '#src/jobs/storage.ts'
import { boundsOf, type CopyPlace, type SigningCopy, signatureBoxes } from '../../copy/signing-copy.ts'
import { listSignatories } from '../../outcome.ts'
import { latestRevision } from '../../revisions.ts'
import { ProviderError } from './provider-error.ts'
import type { RemoteSigning } from './remote-signing.ts'
import type { Capabilities, RemoteOrder, RemotePlace, RemoteSender, RemoteSignatory } from './service.ts'

/** The URL to which a service posts its callbacks. */
export const callbackUrl = (provider: string) => publicUrl(`/e-sign/${provider}/callback`)

/** The URL to which a signatory's browser returns from a service. */
export const signerReturnUrl = (signatoryId: string) => publicUrl(`/signing/${signatoryId}`)

const findSigning = (db: Db, signingId: string) =>
  db.selectFrom('signing.signing').selectAll().where('id', '=', signingId).executeTakeFirstOrThrow()

type Signing = Awaited<ReturnType<typeof findSigning>>

/**
 * The order for a stage of a signing: its people, and the file from the previous stage. Throws a
 * ProviderError 'unauthorised' if the sender had no authorisation at the service.
 */
export async function orderOf(
  db: Db,
  remote: RemoteSigning,
  { seals }: Pick<Capabilities, 'seals'>,
): Promise<RemoteOrder> {
  const signing = await findSigning(db, remote.signing_id)
  const people = await remoteSignatories(db, signing, remote.stage)
  const file = await latestRevision(db, signing.id)
  return {
    signingId: remote.id,
    title: signing.document_name,
    fileName: downloadName({ name: signing.document_name, number: signing.document_number }, '.pdf'),
    file: await getFile(db, file.key, file.sha256),
    sender: await senderOf(db, signing, remote.provider),
    // An optional seal is omitted if the service does not support seals.
    signatories: seals ? people : people.map((one) => ({ ...one, seal: null })),
    message: signing.message,
    expiresAt: signing.expires_at,
    callbackUrl: callbackUrl(remote.provider),
    returnUrl: publicUrl('/'),
  }
}

/** The sender's authorisation at the service; undefined if there was none. */
export const authorisationOfSigning = async (db: Db, { signing_id, provider }: RemoteSigning) =>
  findAuthorisation(db, await findSigning(db, signing_id), provider)

const findAuthorisation = (db: Db, signing: Signing, provider: string) =>
  authorisationAt(db, {
    teamId: signing.team_id,
    accountId: signing.starter_id,
    provider,
    sentAt: signing.created_at,
  })

async function senderOf(db: Db, signing: Signing, provider: string): Promise<RemoteSender> {
  const { starter_id: accountId, starter_name } = signing
  const authorisation = await findAuthorisation(db, signing, provider)
  if (!authorisation) throw new ProviderError('unauthorised', 'none', 'The sender has not authorised us')
  const { sender, name, number, reference } = authorisation
  const mailbox = await findMailbox(db, accountId)
  return {
    as: sender,
    name: starter_name,
    email: mailbox?.email ?? null,
    phone: mailbox?.mobile ?? null,
    organisation: sender === 'institution' ? { name, registrationNumber: number } : null,
    reference,
  }
}

/** The people of a stage, with the places where they sign. */
export async function remoteSignatories(
  db: Db,
  signing: Pick<Signing, 'id' | 'document_id' | 'copy'>,
  stage: number,
): Promise<RemoteSignatory[]> {
  const allSignatories = await listSignatories(db, signing.id)
  const people = allSignatories.filter((one) => one.stage === stage && one.role !== 'copy')
  const { parties } = await signingRecord(db, signing.document_id)
  const seals = await db
    .selectFrom('signing.party_seal')
    .select(['party', 'signatory_id', 'cross_page'])
    .where('signing_id', '=', signing.id)
    .execute()
  const turns = [...new Set(people.map(({ turn_order }) => turn_order))].toSorted((a, b) => a - b)
  return people.map(({ id, party, role, name, email, phone, locale, turn_order }) => {
    const seal = seals.find(({ signatory_id }) => signatory_id === id)
    return {
      id,
      party: remoteParty(party, parties.get(party)),
      role,
      order: turns.indexOf(turn_order) + 1,
      name,
      email,
      phone,
      locale,
      places: role === 'signer' ? placesOf(signing.copy, id) : [],
      seal: seal ? { places: sealPlaces(signing.copy, party), crossPage: seal.cross_page } : null,
    }
  })
}

function remoteParty(key: string, party: Party | undefined): RemoteSignatory['party'] {
  const isCompany = party?.identity === 'company'
  return {
    key,
    as: isCompany ? 'institution' : 'individual',
    name: party?.name || party?.nameEn || key,
    registrationNumber: isCompany ? party.idNumber || null : null,
    legalRepresentative: isCompany ? party.legalRepresentative || null : null,
    mainland: (party?.place ?? 'mainland') === 'mainland',
  }
}

/** The signature lines of a signatory. The dates beside them are part of the service's signature. */
function placesOf(copy: SigningCopy | null, signatoryId: string): RemotePlace[] {
  const boxes = signatureBoxes(copy?.places ?? [], signatoryId)
  return boxes.map((box) => {
    const lines = box.filter(({ kind }) => kind === 'sign')
    return { page: box[0]!.page, ...boundsOf(lines.length > 0 ? lines : box) }
  })
}

const sealPlaces = (copy: SigningCopy | null, party: string): RemotePlace[] =>
  (copy?.places ?? []).filter((place) => place.kind === 'seal' && place.party === party).map(toPlace)

const toPlace = ({ page, x, y, width, height }: CopyPlace): RemotePlace => ({ page, x, y, width, height })
