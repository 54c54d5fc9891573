import type { AddedArticle, AddedClause, Answers } from '../answers.ts'
import { clauseAnswer, outline, templateArticles } from '../outline.ts'
import type { Clause, Template } from '../template/template.ts'
import type { Target, Targets } from './targets.ts'

/** A part of the document before, and where what was decided about it belongs now. */
export interface Placed {
  clause: Clause
  /** Its id now; undefined where nothing is left of it. */
  now?: string
  /** The part of the new version that it is. */
  target?: Target
  /** It has become one with another part, whose answers stand. */
  merged?: true
  /** Its text has become a clause of the creator's own. */
  copied?: true
  /** It stood in an article that is gone. */
  moved?: true
}

export interface Placement {
  added: AddedClause[]
  addedArticles: AddedArticle[]
  placed: Placed[]
}

/**
 * Where clauses of the creator's own are put: behind `root`, a part of the template, and those put there
 * before.
 */
interface Spot {
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
 * Finds the place in the new version of every part of the document, in one walk over it. What the creator
 * added stands behind what it stood behind; where that is gone, behind what stood before that, and at last at
 * the end of the article before. The text of one's own of a clause that is gone, or is prescribed now,
 * becomes a clause that is added there.
 */
export function placeParts({ from, to, answers, targets }: Source): Placement {
  const own = new Set(answers.added.map(({ id }) => id))
  const ownArticles = new Set((answers.addedArticles ?? []).map(({ id }) => id))
  const taken = new Set([...own, ...ownArticles])
  const ends = new Map(templateArticles(to).map(({ id, clauses }) => [id, clauses.at(-1)?.id ?? null]))
  const before = outline(from, answers)
  const articleNow = (id: string) => (ownArticles.has(id) ? id : targets.article(id)?.id)
  const first =
    before.map(({ article }) => articleNow(article.id)).find((id) => id) ?? to.articles[0]?.id ?? ''
  const articles = articleChains(to)
  const clauses = clauseChains()
  const placed: Placed[] = []

  const write = (old: string, spot: Spot) => clauses.put(freshId(old, taken), spot)

  /** A part of the template: as one of the new version, as a text of one's own, or not at all. */
  const place = (clause: Clause, spot: Spot, comesAlong = false): Placed => {
    const target = targets.clause(clause.id)
    const answer = clauseAnswer(answers, clause.id)
    const custom = answer?.custom && !clause.fixed
    const takes = target && targets.takes('clause', clause.id)
    const part: Placed = { clause, ...(target && { target, now: target.clause.id }) }
    if (target && !takes) part.merged = true
    const along = comesAlong && !target && !answer?.dropped
    if (takes ? custom && target.clause.fixed : custom || along) {
      Object.assign(part, { now: write(clause.id, spot), copied: true })
    }
    placed.push(part)
    return part
  }

  for (const recital of from.recitals) place(recital, { article: first, root: null })
  let end: Spot | null = null
  for (const { article, clauses: parts, annex } of before) {
    const stands = articleNow(article.id)
    if (ownArticles.has(article.id)) articles.put(article.id, annex)
    else if (stands) articles.pass(stands)
    let spot: Spot = stands ? { article: stands, root: null } : (end ?? { article: first, root: null })
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
  return { added: clauses.added, addedArticles: articles.added, placed }

  function placeItems(items: Clause[] = [], list: Spot | null, beside: Spot, comeAlong: boolean) {
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
 * Behind each part of the template those of one's own stand in a row, in the order in which they were put.
 */
function clauseChains() {
  const added: AddedClause[] = []
  const last = new Map<string, string>()
  return {
    added,
    put(id: string, { article, within, root }: Spot): string {
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
    /** An article of the template stands here. */
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

/** As long as an id of answers may be. */
const LONGEST = 60

function freshId(old: string, taken: Set<string>): string {
  const stem = `added-${old.replace(/^added-/, '')}`.slice(0, LONGEST).replace(/(?<!-)-+$/, '')
  let id = stem
  for (let n = 2; taken.has(id); n++) id = `${stem}-${n}`
  taken.add(id)
  return id
}
