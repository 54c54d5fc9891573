import * as v from 'valibot'
import { unprintableIn } from '#assembly/characters/printable.ts'

/**
 * The name of an imported PDF. Any script is allowed, because we do not typeset the file; / \ : * " < > | ?
 * are not.
 */
export const ImportedName = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(100, 'common.problem.tooLong'),
  v.regex(/^[^/\\:*"<>|?\p{Cc}]*$/u, 'documents.problem.name'),
)

/** Names and numbers of our own documents, which become file names and are printed. */
export const DocumentName = v.pipe(
  ImportedName,
  v.check((name) => unprintableIn(name).length === 0, 'documents.problem.unprintable'),
)
