import type { AddedArticle, AddedClause, Answers } from '../answers.ts'
import { clauseAnswer, outline, templateArticles } from '../outline.ts'
import type { Clause, Template } from '../template/template.ts'
import type { Target, Targets } from './targets.ts'

/** A part of the old document and its place in the new version. */
export interface PlacedPart {
  clause: Clause
  /** The new id of the part; undefined when the part was removed. */
  newId?: string
  /** The corresponding part of the new version. */
  target?: Target
  /** Set when the part was merged with another one, whose answers are used. */
  merged?: true
  /** Set when the text of the part became a clause that the creator added. */
  copied?: true
  /** Set when the part moved because its article was removed. */
  moved?: true
}

export interface Placement {
  added: AddedClause[]
  addedArticles: AddedArticle[]
  placed: PlacedPart[]
}

/**
 * The place where clauses of the creator are inserted: behind the template's part `anchor`, at the beginning
 * if it is null, and behind the clauses that were already inserted there.
 */
interface InsertionPoint {
  article: string
  within?: string
  anchor: string | null
}

interface PlacementSource {
  from: Template
  to: Template
  answers: Answers
  targets: Targets
}

/**
 * Finds the place in the new version for every part of the document, in one pass. A clause that the creator
 * added stays behind its predecessor; if the predecessor was removed, behind the one before it; if all were
 * removed, at the end of the previous article. The custom text of a clause that was removed or is now
 * prescribed becomes an added clause at that place.
 */
export function placeParts({ from, to, answers, targets }: PlacementSource): Placement {
  const addedIds = new Set(answers.added.map(({ id }) => id))
  const ownArticles = new Set((answers.addedArticles ?? []).map(({ id }) => id))
  const usedIds = new Set([...addedIds, ...ownArticles])
  const lastClauseIds = new Map(
    templateArticles(to).map(({ id, clauses }) => [id, clauses.at(-1)?.id ?? null]),
  )
  const oldOutline = outline(from, answers)
  const newArticleId = (id: string) => (ownArticles.has(id) ? id : targets.article(id)?.id)
  const firstArticleId =
    oldOutline.map(({ article }) => newArticleId(article.id)).find((id) => id) ?? to.articles[0]?.id ?? ''
  const articles = articleChains(to)
  const clauses = clauseChains()
  const placed: PlacedPart[] = []

  const insertCopy = (oldId: string, point: InsertionPoint) => clauses.insert(unusedId(oldId, usedIds), point)

  /** Places a part of the template: as a part of the new version, as an added clause, or nowhere. */
  const place = (clause: Clause, point: InsertionPoint, wasParentCopied = false): PlacedPart => {
    const target = targets.clause(clause.id)
    const answer = clauseAnswer(answers, clause.id)
    const custom = answer?.custom && !clause.fixed
    const usesAnswers = target && targets.usesAnswers('clause', clause.id)
    const part: PlacedPart = { clause, ...(target && { target, newId: target.clause.id }) }
    if (target && !usesAnswers) part.merged = true
    const isCopiedWithParent = wasParentCopied && !target && !answer?.dropped
    // Copied: a custom text whose part is now prescribed, removed or merged; an item of a removed clause.
    const mustCopy = usesAnswers ? custom && target.clause.fixed : custom || isCopiedWithParent
    if (mustCopy) {
      Object.assign(part, { newId: insertCopy(clause.id, point), copied: true })
    }
    placed.push(part)
    return part
  }

  for (const recital of from.recitals) place(recital, { article: firstArticleId, anchor: null })
  let endOfPrevious: InsertionPoint | null = null
  for (const { article, clauses: parts, annex: isAnnex } of oldOutline) {
    const articleId = newArticleId(article.id)
    if (ownArticles.has(article.id)) articles.insert(article.id, isAnnex)
    else if (articleId) articles.markReached(articleId)
    let point: InsertionPoint = articleId
      ? { article: articleId, anchor: null }
      : (endOfPrevious ?? { article: firstArticleId, anchor: null })
    for (const clause of parts) {
      if (addedIds.has(clause.id)) {
        clauses.insert(clause.id, point)
        placed.push({ clause, newId: clause.id, ...(!articleId && { moved: true }) })
        placeItems(clause.items, { ...point, within: clause.id, anchor: null }, point, false)
        continue
      }
      const target = targets.clause(clause.id)
      if (target?.article) point = { article: target.article, anchor: target.top }
      const part = place(clause, point)
      const listClauseId = listClauseIdOf(part)
      const listPoint = listClauseId ? { ...point, within: listClauseId, anchor: null } : null
      placeItems(clause.items, listPoint, point, part.copied === true && !target)
    }
    if (articleId) endOfPrevious = { article: articleId, anchor: lastClauseIds.get(articleId) ?? null }
  }
  const origins = new Map(answers.added.map(({ id, from: origin }) => [id, origin]))
  const added = clauses.added.map((one) => {
    const origin = origins.get(one.id)
    return origin ? { ...one, from: origin } : one
  })
  return { added, addedArticles: articles.added, placed }

  function placeItems(
    items: Clause[] = [],
    listPoint: InsertionPoint | null,
    fallbackPoint: InsertionPoint,
    wasParentCopied: boolean,
  ) {
    let point = listPoint ?? fallbackPoint
    for (const item of items) {
      if (addedIds.has(item.id)) {
        clauses.insert(item.id, point)
        placed.push({ clause: item, newId: item.id, ...(!listPoint && { moved: true }) })
        continue
      }
      const target = targets.clause(item.id)
      if (listPoint && target?.parent && target.parent.id === listPoint.within)
        point = { ...listPoint, anchor: target.clause.id }
      place(item, point, wasParentCopied)
    }
  }
}

/** The id of the clause that can contain the items of a clause, if there is one in the new version. */
function listClauseIdOf({ newId, target, copied }: PlacedPart): string | undefined {
  if (copied) return newId
  const canContainItems = target?.article && !target.parent && !target.clause.fixed
  return canContainItems ? newId : undefined
}

/**
 * Records which added clauses follow each part of the template, in the order in which they were inserted.
 */
function clauseChains() {
  const added: AddedClause[] = []
  const lastIdByPoint = new Map<string, string>()
  return {
    added,
    insert(id: string, { article, within, anchor }: InsertionPoint): string {
      const chain = [article, within, anchor].join('\n')
      added.push({ id, article, after: lastIdByPoint.get(chain) ?? anchor, ...(within && { within }) })
      lastIdByPoint.set(chain, id)
      return id
    },
  }
}

function articleChains({ articles, annexes = [] }: Template) {
  const added: AddedArticle[] = []
  const lastIdByPoint = new Map<string | null, string>()
  const bodyIds = new Set(articles.map(({ id }) => id))
  const annexIds = new Set(annexes.map(({ id }) => id))
  let lastBodyId: string | null = null
  let lastAnnexId = annexes[0]?.id ?? articles.at(-1)?.id ?? null
  return {
    added,
    /** Records that the template's article with this id was reached. */
    markReached(id: string) {
      if (bodyIds.has(id)) lastBodyId = id
      else if (annexIds.has(id)) lastAnnexId = id
    },
    insert(id: string, isAnnex: true | undefined) {
      const anchor = isAnnex ? lastAnnexId : lastBodyId
      added.push({ id, after: lastIdByPoint.get(anchor) ?? anchor })
      lastIdByPoint.set(anchor, id)
    },
  }
}

/** Leaves room for a number that makes the id unique: ids in answers have at most 64 characters. */
const MAX_STEM_LENGTH = 60

function unusedId(oldId: string, usedIds: Set<string>): string {
  const stem = `added-${oldId.replace(/^added-/, '')}`.slice(0, MAX_STEM_LENGTH).replace(/(?<!-)-+$/, '')
  let id = stem
  for (let n = 2; usedIds.has(id); n++) id = `${stem}-${n}`
  usedIds.add(id)
  return id
}
