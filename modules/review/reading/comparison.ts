import { type Answers, blankAnswers, type Document } from '#modules/documents/index.ts'
import type { Db } from '#src/app/database.ts'
import { type Text, textOf } from './reading.ts'

/** A version of a document: as its template had it, as a round was sent out, or as it stands. */
export interface Version {
  /** `template`, `now`, or a round's number. */
  id: string
  at: Date | null
  answers: Answers
}

/** From the first to the last. */
export async function listVersions(db: Db, document: Document): Promise<Version[]> {
  const rounds = await db
    .selectFrom('review.round')
    .select(['number', 'started_at', 'answers'])
    .where('document_id', '=', document.id)
    .orderBy('number')
    .execute()
  const { template, answers } = document
  return [
    { id: 'template', at: null, answers: blankAnswers(template, answers.languages) },
    ...rounds.map(({ number, started_at, answers }) => ({ id: String(number), at: started_at, answers })),
    { id: 'now', at: document.updated_at, answers },
  ]
}

/** What has changed between two versions; by themselves now, and the last one that reads otherwise. */
export function textBetween(
  document: Document,
  versions: Version[],
  asked: { from?: string; to?: string },
): { from: Version; to: Version; text: Text } {
  const to = versions.find(({ id }) => id === asked.to) ?? versions.at(-1)!
  const from =
    versions.find(({ id }) => id === asked.from) ??
    versions.findLast(({ answers }) => JSON.stringify(answers) !== JSON.stringify(to.answers)) ??
    versions[0]!
  const named = { document_name: document.name, document_number: document.number }
  return { from, to, text: textOf(document, named, { answers: to.answers, earlier: from.answers }) }
}
