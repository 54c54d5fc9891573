import * as v from 'valibot'

/** Names and numbers of documents become file names, so they hold none of / \ : * " < > | ? */
export const DocumentName = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(100, 'common.problem.tooLong'),
  v.regex(/^[^/\\:*"<>|?\p{Cc}]*$/u, 'documents.problem.name'),
)
