import * as v from 'valibot'
import { unprintableIn } from '#assembly/characters/printable.ts'

/** Names and numbers of documents become file names, so they must not contain / \ : * " < > | ? */
export const DocumentName = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(100, 'common.problem.tooLong'),
  v.regex(/^[^/\\:*"<>|?\p{Cc}]*$/u, 'documents.problem.name'),
  v.check((name) => unprintableIn(name).length === 0, 'documents.problem.unprintable'),
)
