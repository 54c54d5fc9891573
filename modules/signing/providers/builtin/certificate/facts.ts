import type { Selectable } from 'kysely'
import { signingRecord } from '#modules/documents/index.ts'
import type { Db } from '#src/db/db.ts'
import { reportedLevel } from '../../../identity/reported-levels.ts'
import { listSignatories } from '../../../outcome.ts'
import type { SignatoryTable, SigningTable } from '../../../schema.ts'
import type { IdentityLevel } from '../../remote/service.ts'

type SigningRecord = Awaited<ReturnType<typeof signingRecord>>
type ActionRow = SigningRecord['actions'][number]

/** The log entries about one signatory; null if there is no such entry. */
export interface SignatoryFacts {
  signatory: Selectable<SignatoryTable>
  party: { name: string; nameEn: string } | null
  invited: ActionRow | null
  delivered: ActionRow | null
  opened: ActionRow | null
  /** The signatory entered with a code. */
  identified: ActionRow | null
  /** The signatory signed or approved. */
  signed: ActionRow | null
  /** The signature was written into the file. */
  signatureWritten: ActionRow | null
  /** The signatory passed the real-name check, or the sender waived it. */
  checked: ActionRow | null
  waived: ActionRow | null
  /** The identity level that another e-sign service reported. */
  reportedLevel: IdentityLevel | null
}

/** The facts on a certificate of completion. */
export interface CompletionFacts {
  signing: Selectable<SigningTable>
  signatories: SignatoryFacts[]
  /** The log entries since the signing was started. */
  actions: ActionRow[]
  /** SHA-256 of the sent file, and of the file with all signatures. */
  sentHash: string
  signedHash: string
}

/** The facts for a certificate; null if the signing is not completed or already has its certificate. */
export async function completionFacts(db: Db, signingId: string): Promise<CompletionFacts | null> {
  const signing = await db
    .selectFrom('signing.signing')
    .selectAll()
    .where('id', '=', signingId)
    .where('state', '=', 'completed')
    .where('certified_at', 'is', null)
    .executeTakeFirst()
  if (!signing) return null
  const revisions = await db
    .selectFrom('signing.revision')
    .select('sha256')
    .where('signing_id', '=', signingId)
    .orderBy('number')
    .execute()
  const { actions, parties } = await signingRecord(db, signing.document_id)
  const signatories = await listSignatories(db, signingId)
  return {
    signing,
    signatories: signatories
      .filter(({ role }) => role !== 'copy')
      .map((one) => factsOf(one, actions, parties)),
    actions,
    sentHash: revisions[0]!.sha256,
    signedHash: revisions.at(-1)!.sha256,
  }
}

function factsOf(
  signatory: Selectable<SignatoryTable>,
  actions: ActionRow[],
  parties: SigningRecord['parties'],
): SignatoryFacts {
  const signatoryActions = actions.filter(
    ({ details }) =>
      (details.email ?? null) === signatory.email &&
      (details.phone ?? null) === signatory.phone &&
      details.party === signatory.party,
  )
  const lastAction = (action: ActionRow['action']) =>
    signatoryActions.findLast((row) => row.action === action) ?? null
  const firstAction = (action: ActionRow['action']) =>
    signatoryActions.find((row) => row.action === action) ?? null
  return {
    signatory,
    party: parties.get(signatory.party) ?? null,
    invited: firstAction('invite-signatory'),
    delivered: firstAction('deliver-invitation'),
    opened: firstAction('open-link'),
    identified: lastAction('open-to-sign'),
    signed: lastAction('sign') ?? lastAction('approve-signing'),
    signatureWritten: lastAction('write-signature'),
    checked: lastAction('check-real-name'),
    waived:
      actions.findLast(
        ({ action, details }) => action === 'waive-real-name' && details.signatoryId === signatory.id,
      ) ?? null,
    reportedLevel: reportedLevel(signatory, actions),
  }
}
