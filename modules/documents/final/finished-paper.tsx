import { LRUCache } from 'lru-cache'
import { renderToStaticMarkup } from 'react-dom/server'
import { assemble } from '#assembly/assemble.ts'
import { Paper, type PartySignatory, withSignatories } from '#modules/printing/index.ts'
import { notFound } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'

/**
 * A cache of final texts, which never change and are the same in every interface language. Each is about 100
 * KB.
 */
const papers = new LRUCache<string, string>({ max: 100 })

/**
 * The HTML of a finalised document for a signing whose link grants access, with a block for each signatory
 * who has one in the file. Throws NOT_FOUND.
 */
export async function finishedPaper(db: Db, id: string, signatories: PartySignatory[] = []): Promise<string> {
  const key = [id, ...signatories.map((one) => one.id)].join(' ')
  const cachedPaper = papers.get(key)
  if (cachedPaper) return cachedPaper
  const document = await db
    .selectFrom('documents.document')
    .select(['name', 'number', 'template', 'answers'])
    .where('id', '=', id)
    .where('finalised_at', 'is not', null)
    .executeTakeFirst()
  const tree = document ? assemble(document) : notFound()
  const printedTree = signatories.length > 0 ? withSignatories(tree, signatories) : tree
  const paper = renderToStaticMarkup(<Paper tree={printedTree} />)
  papers.set(key, paper)
  return paper
}
