import type { AddedArticle, AddedClause, Answers } from '../answers.ts'
import { clauseAnswer, outline, templateArticles } from '../outline.ts'
import type { Clause, Template } from '../template/template.ts'
import type { Target, Targets } from './targets.ts'

/** A part of the old document and its place in the new version. */
export interface PlacedPart {
  clause: Clause
  /** The new id of the part; undefined when the part was removed. */
  now?: string
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
 * The place where clauses of the creator are inserted: behind the template's part `root`, and behind the
 * clauses that were inserted there before.
 */
interface InsertionPoint {
  article: string
  within?: string
  root: string | null
}

interface Source {
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
export function placeParts({ from, to, answers, targets }: Source): Placement {
  const own = new Set(answers.added.map(({ id }) => id))
  const ownArticles = new Set((answers.addedArticles ?? []).map(({ id }) => id))
  const usedIds = new Set([...own, ...ownArticles])
  const ends = new Map(templateArticles(to).map(({ id, clauses }) => [id, clauses.at(-1)?.id ?? null]))
  const before = outline(from, answers)
  const articleNow = (id: string) => (ownArticles.has(id) ? id : targets.article(id)?.id)
  const first =
    before.map(({ article }) => articleNow(article.id)).find((id) => id) ?? to.articles[0]?.id ?? ''
  const articles = articleChains(to)
  const clauses = clauseChains()
  const placed: PlacedPart[] = []

  const write = (old: string, spot: InsertionPoint) => clauses.put(freshId(old, usedIds), spot)

  /** Places a part of the template: as a part of the new version, as an added clause, or nowhere. */
  const place = (clause: Clause, spot: InsertionPoint, comesAlong = false): PlacedPart => {
    const target = targets.clause(clause.id)
    const answer = clauseAnswer(answers, clause.id)
    const custom = answer?.custom && !clause.fixed
    const takes = target && targets.takes('clause', clause.id)
    const part: PlacedPart = { clause, ...(target && { target, now: target.clause.id }) }
    if (target && !takes) part.merged = true
    const along = comesAlong && !target && !answer?.dropped
    if (takes ? custom && target.clause.fixed : custom || along) {
      Object.assign(part, { now: write(clause.id, spot), copied: true })
    }
    placed.push(part)
    return part
  }

  for (const recital of from.recitals) place(recital, { article: first, root: null })
  let end: InsertionPoint | null = null
  for (const { article, clauses: parts, annex } of before) {
    const stands = articleNow(article.id)
    if (ownArticles.has(article.id)) articles.put(article.id, annex)
    else if (stands) articles.pass(stands)
    let spot: InsertionPoint = stands
      ? { article: stands, root: null }
      : (end ?? { article: first, root: null })
    for (const clause of parts) {
      if (own.has(clause.id)) {
        clauses.put(clause.id, spot)
        placed.push({ clause, now: clause.id, ...(!stands && { moved: true }) })
        placeItems(clause.items, { ...spot, within: clause.id, root: null }, spot, false)
        continue
      }
      const target = targets.clause(clause.id)
      if (target?.article) spot = { article: target.article, root: target.top }
      const part = place(clause, spot)
      const lead = part.copied
        ? part.now
        : target?.parent || target?.clause.fixed
          ? undefined
          : target?.article && part.now
      const list = lead ? { ...spot, within: lead, root: null } : null
      placeItems(clause.items, list, spot, part.copied === true && !target)
    }
    if (stands) end = { article: stands, root: ends.get(stands) ?? null }
  }
  const origins = new Map(answers.added.map(({ id, from: origin }) => [id, origin]))
  const added = clauses.added.map((one) => {
    const origin = origins.get(one.id)
    return origin ? { ...one, from: origin } : one
  })
  return { added, addedArticles: articles.added, placed }

  function placeItems(
    items: Clause[] = [],
    list: InsertionPoint | null,
    beside: InsertionPoint,
    comeAlong: boolean,
  ) {
    let spot = list ?? beside
    for (const item of items) {
      if (own.has(item.id)) {
        clauses.put(item.id, spot)
        placed.push({ clause: item, now: item.id, ...(!list && { moved: true }) })
        continue
      }
      const target = targets.clause(item.id)
      if (list && target?.parent && target.parent.id === list.within)
        spot = { ...list, root: target.clause.id }
      place(item, spot, comeAlong)
    }
  }
}

/**
 * Records which added clauses follow each part of the template, in the order in which they were inserted.
 */
function clauseChains() {
  const added: AddedClause[] = []
  const last = new Map<string, string>()
  return {
    added,
    put(id: string, { article, within, root }: InsertionPoint): string {
      const chain = [article, within, root].join('\n')
      added.push({ id, article, after: last.get(chain) ?? root, ...(within && { within }) })
      last.set(chain, id)
      return id
    },
  }
}

function articleChains({ articles, annexes = [] }: Template) {
  const added: AddedArticle[] = []
  const last = new Map<string | null, string>()
  const bodies = new Set(articles.map(({ id }) => id))
  const behind = new Set(annexes.map(({ id }) => id))
  let body: string | null = null
  let annex = annexes[0]?.id ?? articles.at(-1)?.id ?? null
  return {
    added,
    /** Records that the template's article with this id was reached. */
    pass(id: string) {
      if (bodies.has(id)) body = id
      else if (behind.has(id)) annex = id
    },
    put(id: string, isAnnex: true | undefined) {
      const root = isAnnex ? annex : body
      added.push({ id, after: last.get(root) ?? root })
      last.set(root, id)
    },
  }
}

/** The maximum length of an id in answers. */
const MAX_ID_LENGTH = 60

function freshId(old: string, taken: Set<string>): string {
  const stem = `added-${old.replace(/^added-/, '')}`.slice(0, MAX_ID_LENGTH).replace(/(?<!-)-+$/, '')
  let id = stem
  for (let n = 2; taken.has(id); n++) id = `${stem}-${n}`
  taken.add(id)
  return id
}
