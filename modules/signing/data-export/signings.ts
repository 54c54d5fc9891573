import { sql } from 'kysely'
import type { Db } from '#src/db/db.ts'
import { safeName } from '#src/files/entry-names.ts'
import type { ExportedFile } from '#src/jobs/export-part.ts'

/**
 * For a data export: returns the signings and settings of a document by its id, with people, questions,
 * checks and seals. Also the files of the signings, by path within the document's folder, without the files
 * that belong to the document.
 */
export async function exportSignings(db: Db, ids: string[]) {
  const [signings, settings] = [await signingsOf(db, ids), await settingsOf(db, ids)]
  const signingIds = signings.map(({ id }) => id)
  const signingRecords = await findSigningRecords(db, signingIds)
  return (documentId: string) => {
    const documentSignings = signings.filter(({ document_id }) => document_id === documentId)
    const records = documentSignings.map(({ id, document_id: _, ...signing }) => ({
      ...signing,
      signatories: rowsOfSigning(signingRecords.signatories, id),
      seals: rowsOfSigning(signingRecords.seals, id),
      services: rowsOfSigning(signingRecords.services, id),
      revisions: rowsOfSigning(signingRecords.revisions, id),
    }))
    const files = documentSignings.flatMap((signing) => filesOf(signing, signingRecords))
    return { signings: records, settings: settings(documentId), files }
  }
}

const rowsOfSigning = <Row extends { signing_id: string }>(rows: Row[], id: string) =>
  rows
    .filter(({ signing_id }) => signing_id === id)
    .map((row) => ({ ...row, signing_id: undefined, key: undefined }))

const signingsOf = (db: Db, ids: string[]) =>
  db
    .selectFrom('signing.signing')
    .select(['id', 'document_id', 'starter_name', 'starter_team', 'state', 'message', 'reminder_days'])
    .select(['created_at', 'expires_at', 'ended_at', 'certified_at', 'check_code'])
    .where('document_id', 'in', ids)
    .orderBy('id')
    .execute()

/** The sender's settings by document id. */
async function settingsOf(db: Db, ids: string[]) {
  const settings = await db
    .selectFrom('signing.setting')
    .select(['document_id', 'signatories', 'options', 'updated_at'])
    .where('document_id', 'in', ids)
    .execute()
  const seals = await db
    .selectFrom('signing.seal_setting')
    .select(['document_id', 'choices', 'updated_at'])
    .where('document_id', 'in', ids)
    .execute()
  const services = await db
    .selectFrom('signing.service_setting')
    .select(['document_id', 'choices'])
    .where('document_id', 'in', ids)
    .execute()
  const rowsOf = <Row extends { document_id: string }>(rows: Row[], id: string) =>
    rows.filter(({ document_id }) => document_id === id).map(({ document_id: _, ...row }) => row)
  return (id: string) => [
    ...rowsOf(settings, id),
    ...rowsOf(seals, id).map(({ choices, updated_at }) => ({ seals: choices, updated_at })),
    ...rowsOf(services, id).map(({ choices }) => ({ services: choices })),
  ]
}

async function findSigningRecords(db: Db, signingIds: string[]) {
  const ofSigning = sql<string>`any(${signingIds}::uuid[])`
  const signatories = await db
    .selectFrom('signing.signatory as signatory')
    .leftJoin('signing.real_name_check as check', 'check.signatory_id', 'signatory.id')
    .select(['signatory.id', 'signing_id', 'provider', 'stage', 'turn_order', 'signatory.role', 'party'])
    .select(['signatory.name', 'title', 'email', 'phone', 'identification', 'locale', 'signatory.state'])
    .select(['signature', 'signed_at', 'signatory.reason', 'reminders', 'invited_at', 'opened_at'])
    .select(['entered_at', 'read_at', 'handed_over_from', 'unreachable'])
    .select(['check.elements as real_name_elements', 'check.state as real_name_state'])
    .select(['check.name as real_name', 'check.number as real_name_number', 'check.card as real_name_card'])
    .select(['check.reference as real_name_reference', 'decided_at as real_name_decided_at', 'waived_by'])
    .where('signing_id', '=', ofSigning)
    .orderBy('position')
    .execute()
  const questions = await db
    .selectFrom('signing.question')
    .select(['signatory_id', 'text', 'asked_at', 'asked_by', 'answer', 'answered_at', 'answered_by'])
    .where('signatory_id', '=', sql<string>`any(${signatories.map(({ id }) => id)}::uuid[])`)
    .orderBy('id')
    .execute()
  const seals = await db
    .selectFrom('signing.party_seal')
    .select(['signing_id', 'party', 'company', 'look', 'cross_page'])
    .select(sql<boolean>`picture is not null`.as('has_picture'))
    .where('signing_id', '=', ofSigning)
    .execute()
  const services = await db
    .selectFrom('signing.remote_signing')
    .select(['signing_id', 'stage', 'provider', 'remote_id', 'state', 'created_at'])
    .select(['evidence_name', 'evidence_key as key', 'evidence_sha256 as sha256'])
    .where('signing_id', '=', ofSigning)
    .orderBy('stage')
    .execute()
  const revisions = await db
    .selectFrom('signing.revision')
    .select(['signing_id', 'number', 'key', 'sha256', 'created_at'])
    .where('signing_id', '=', ofSigning)
    .orderBy('number')
    .execute()
  const people = signatories.map((row) => ({
    ...row,
    questions: questions
      .filter(({ signatory_id }) => signatory_id === row.id)
      .map(({ signatory_id: _, ...question }) => question),
  }))
  return { signatories: people, seals, services, revisions }
}

type SigningRecords = Awaited<ReturnType<typeof findSigningRecords>>

/**
 * A signing that is not completed contributes its last revision, which contains the earlier ones. A
 * completed signing contributes none, because its last revision is the document's signed file.
 */
function filesOf(
  { id, state, created_at }: { id: string; state: string; created_at: Date },
  { seals, services, revisions }: SigningRecords,
): ExportedFile[] {
  const lastRevision = revisions.findLast(({ signing_id }) => signing_id === id)
  const day = created_at.toISOString().slice(0, 10)
  const unfinishedRevisions = state === 'completed' || !lastRevision ? [] : [lastRevision]
  return [
    ...unfinishedRevisions.map(({ key, sha256, number, created_at: createdAt }) => ({
      path: `signing/${day} ${number}.pdf`,
      at: createdAt,
      content: { key, sha256 },
    })),
    ...services
      .filter(({ signing_id, key }) => signing_id === id && key)
      .map(({ key, sha256, stage, provider, evidence_name, created_at: createdAt }) => ({
        path: `signing/${day} ${stage} ${provider} ${safeName(evidence_name!)}`,
        at: createdAt,
        content: { key: key!, sha256: sha256! },
      })),
    ...seals
      .filter(({ signing_id, has_picture }) => signing_id === id && has_picture)
      .map(({ party }) => ({
        path: `signing/${day} seal ${safeName(party)}.png`,
        at: created_at,
        content: { make: (db: Db) => sealPicture(db, id, party) },
      })),
  ]
}

async function sealPicture(db: Db, signingId: string, party: string): Promise<Uint8Array> {
  const { picture } = await db
    .selectFrom('signing.party_seal')
    .select('picture')
    .where('signing_id', '=', signingId)
    .where('party', '=', party)
    .executeTakeFirstOrThrow()
  return new Uint8Array(picture!)
}
