import * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import { answer } from '#src/http/envelope.ts'
import { fragment } from '#src/http/page.tsx'
import { routes, viewerOf } from '#src/http/web.ts'
import { findToEdit } from '../document.ts'
import { refuseLapsed } from '../drafts/validity.ts'
import { offeredClauses } from './offered.ts'
import { BankList } from './views/bank-list.tsx'

/** The clauses of the library that can be added to a draft, as HTML within JSON, for its editor. */
export const bankRoutes = routes()

const BankQuery = v.object({
  keyword: v.fallback(v.pipe(v.string(), v.maxLength(100)), ''),
  subject: v.fallback(v.pipe(v.string(), v.maxLength(100)), ''),
  page: v.fallback(v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number)), 1),
})

bankRoutes.get('/mgmt/:id/clause-bank', async (c) => {
  const document = await findToEdit(c.var.db, viewerOf(c), c.req.param('id'))
  if (document.status !== 'draft') throw new AppError('DOCUMENT_STATUS_WRONG')
  refuseLapsed(document, viewerOf(c))
  const query = v.parse(BankQuery, c.req.query())
  const { template } = document
  const { script } = document.answers.languages
  const clauses = offeredClauses({ template, script }, viewerOf(c), query)
  const list = fragment(c, <BankList {...clauses} clauseQuery={query} template={template} script={script} />)
  return answer(c, await list.text())
})
