import type { Selectable } from 'kysely'
import { signingRecord } from '#modules/documents/index.ts'
import type { Db } from '#src/db/db.ts'
import { readCheckCode } from '../../copy/check-code.ts'
import { listSignatories } from '../../outcome.ts'
import { latestRevision } from '../../revisions.ts'
import type { SignatoryTable, SigningTable } from '../../schema.ts'

/** The facts about a signing that the holder of a printed page may see. */
export interface CheckedPaper {
  signing: Selectable<SigningTable>
  signatories: Selectable<SignatoryTable>[]
  /** Names of the parties by key; empty for an imported PDF. */
  parties: Map<string, { name: string; nameEn: string }>
  /** The file with all signatures so far. */
  file: { key: string; sha256: string }
}

const foldNumber = (number: string) => number.normalize('NFKC').trim().toLowerCase()

/** The signing with this check code, as typed from paper; null if there is none. */
export async function findByCode(db: Db, typed: string) {
  const code = readCheckCode(typed)
  if (!code) return null
  const signing = await db
    .selectFrom('signing.signing')
    .selectAll()
    .where('check_code', '=', code)
    .executeTakeFirst()
  return signing ?? null
}

/** Null unless number and code belong to the same signing. */
export async function findPaper(
  db: Db,
  { number, code }: { number: string; code: string },
): Promise<CheckedPaper | null> {
  const signing = await findByCode(db, code)
  if (!signing || foldNumber(signing.document_number) !== foldNumber(number)) return null
  const { parties } = await signingRecord(db, signing.document_id)
  const all = await listSignatories(db, signing.id)
  const signatories = all.filter(({ role }) => role !== 'copy')
  return { signing, signatories, parties, file: await latestRevision(db, signing.id) }
}
