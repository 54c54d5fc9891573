import * as v from 'valibot'
import { unprintableIn } from '#assembly/characters/printable.ts'

/**
 * The name of an imported PDF. Characters of any script are allowed, because we do not typeset the file; / \
 * : * " < > | ? are not.
 */
export const ImportedName = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(100, 'common.problem.tooLong'),
  v.regex(/^[^/\\:*"<>|?\p{Cc}]*$/u, 'documents.problem.name'),
)

/** The name or number of a document that we typeset. It becomes a file name and is printed. */
export const DocumentName = v.pipe(
  ImportedName,
  v.check((name) => unprintableIn(name).length === 0, 'documents.problem.unprintable'),
)
