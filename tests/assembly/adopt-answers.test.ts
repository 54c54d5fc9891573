import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adoptTemplate } from '#assembly/adopt/adopt.ts'
import type { AdoptionNote } from '#assembly/adopt/note.ts'
import { fingerprint } from '#assembly/agreement/acknowledged-finding.ts'
import type { Answers, LanguageChoice } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { findNode } from '#assembly/compare/find-node.ts'
import { addArticle, addClause, dropClause, writeCustom } from '#assembly/edit.ts'
import { answerTo } from '#assembly/fields.ts'
import { outline, templateClauses } from '#assembly/outline.ts'
import { runsText } from '#assembly/plain.ts'
import { sampleAnswers } from '#assembly/proving/sample.ts'
import type { Template } from '#assembly/template/template.ts'
import type { DocumentTree } from '#assembly/tree.ts'
import { shippedNotes } from '#modules/templates/library/shipped.ts'
import { libraryTemplates } from '#modules/templates/library.ts'
import { arbitraryDice, type Dice } from '#tests/support/dice.ts'
import { note } from '#tests/support/measured.ts'
import { type NextVersion, nextVersion } from '#tests/support/next-version.ts'

const LONG = process.env.LONG === '1'
const MOVES = LONG ? 300 : 30

/** The texts, choices and deletions of a user. Each text contains a unique number. */
interface Written {
  answers: Answers
  /** The number of each clause with custom text, by the clause's old id. */
  custom: Map<string, string>
  added: Map<string, string>
  articles: Map<string, string>
}

const NUMBER = () => `q${++written}q`
let written = 0

/** Edits like those of users, with marks of every kind in their texts. */
function edited(dice: Dice, template: Template): Written {
  const languages: LanguageChoice = {
    primary: dice.pick(['zh', 'en']),
    bilingual: dice.chance(80),
    script: dice.pick(['Hans', 'Hant']),
  }
  let answers = sampleAnswers(template, shippedNotes(template.code), languages, { all: dice.chance(70) })
  const all = [...templateClauses(template)].map(({ clause }) => clause)
  const custom = new Map<string, string>()
  const added = new Map<string, string>()
  const articles = new Map<string, string>()
  const marks = () => {
    const field = template.fields[dice.below(template.fields.length)]?.id
    const clause = all[dice.below(all.length)]!.id
    return `${dice.chance(40) ? `{${field}}` : ''}${dice.chance(40) ? `{ref:${clause}}` : ''}${dice.chance(30) ? '{party:b.name}{this}{{}}' : ''}`
  }
  const write = (id: string) => {
    const number = NUMBER()
    const inside = marks()
    const before = answers
    const texts = { zh: `自写${number}${inside}。`, en: `Own ${number} ${inside}.` }
    for (const side of dice.chance(50) ? (['zh', 'en'] as const) : (['en', 'zh'] as const))
      answers = writeCustom(answers, template, id, side, texts[side], dice.chance(70) ? before : answers)
    if (answers !== before) return number
    return undefined
  }
  for (const clause of dice.some(all, 30)) {
    const wording = clause.alternatives?.length
      ? clause.alternatives[dice.below(clause.alternatives.length)]
      : undefined
    if (wording) answers.clauses[clause.id] = { alternative: wording.id }
    if (dice.chance(60)) {
      const number = write(clause.id)
      if (number) custom.set(clause.id, number)
    }
    if (dice.chance(30)) answers = dropClause(answers, template, clause.id)
  }
  for (let count = dice.below(6); count > 0; count--) {
    const place = outline(template, answers)[dice.below(outline(template, answers).length)]!
    const id = `added-${NUMBER()}`
    const anchors = [null, ...place.clauses.map((one) => one.id)]
    const parents = place.clauses.filter((one) => one.items?.length && !one.id.startsWith('added-'))
    const within = dice.chance(30) ? parents[dice.below(parents.length)] : undefined
    const after = within ? within.items![0]!.id : (anchors[dice.below(anchors.length)] ?? null)
    const next = addClause(answers, template, {
      id,
      article: place.article.id,
      after,
      ...(within && { within: within.id }),
    })
    if (next === answers) continue
    answers = next
    const number = write(id)
    if (number) added.set(id, number)
  }
  if (dice.chance(40)) {
    const anchor = outline(template, answers)[dice.below(template.articles.length)]!.article.id
    const id = `added-${NUMBER()}`
    const clause = `added-${NUMBER()}`
    answers = addArticle(answers, template, { id, after: anchor }, clause)
    for (const own of [id, clause]) {
      const number = write(own)
      if (number) (own === id ? articles : added).set(own, number)
    }
  }
  return { answers: confirmed(template, answers, custom), custom, added, articles }
}

/** Acknowledges some findings about custom texts. */
function confirmed(template: Template, answers: Answers, custom: Map<string, string>): Answers {
  const tree = assemble({ name: '', number: '', template, answers })
  const clauses = { ...answers.clauses }
  for (const id of [...custom.keys()].filter((_, index) => index % 2)) {
    const of = fingerprint(findNode(tree, id)!)
    clauses[id] = { ...clauses[id], meant: [{ check: 'numbers', of, zh: `甲${custom.get(id)}`, en: '' }] }
  }
  return { ...answers, clauses }
}

const treeOf = (template: Template, answers: Answers): DocumentTree =>
  assemble({ name: '', number: 'Q-1', template, answers })

/** The differences from the correct result of a move, as text. */
function faultsOf(from: Template, next: NextVersion, before: Written) {
  const { answers, notes } = adoptTemplate(from, next.template, before.answers)
  const then = treeOf(from, before.answers)
  const now = treeOf(next.template, answers)
  const serialised = JSON.stringify(notes)
  const faults: string[] = []
  const lost: string[] = []
  const fault = (isRight: boolean, what: string) => isRight || faults.push(what)
  const has = (kind: AdoptionNote['kind'], id: string) =>
    notes.some((one) => one.kind === kind && one.id === id)
  const ownOf = (number: string) => Object.keys(answers.clauses).filter((id) => holds(answers, id, number))
  for (const number of [...before.custom.values(), ...before.added.values(), ...before.articles.values()]) {
    const [id] = ownOf(number)
    if (!id && !serialised.includes(number)) lost.push(number)
    fault(ownOf(number).length === 1, `${number} stands ${ownOf(number).length} times`)
  }
  for (const [id, number] of before.custom) {
    const was = before.answers.clauses[id]!
    const fate = next.clauses.get(id)
    const [at = ''] = ownOf(number)
    const is = answers.clauses[at]
    fault(is?.stale === was.stale, `stale mark of ${id}`)
    if (fate) {
      fault(at === fate, `${id} is at ${at}, not ${fate}`)
      const wording = was.alternative && `${id}/${was.alternative}`
      const wordingNow = wording && next.wordings.get(wording)
      const changed = wording ? !wordingNow || next.reworded.has(wording) : next.reworded.has(id)
      fault(has('textBeside', id) || !changed, `nothing is said of the new words of ${id}`)
      fault(
        !has('textBeside', id) || changed || Boolean(wording),
        `new words of ${id} are told, and are none`,
      )
      fault(Boolean(is?.dropped) === Boolean(was.dropped), `${id} left out`)
    } else {
      fault(
        answers.added.some((one) => one.id === at),
        `${id} is no clause of one’s own`,
      )
      fault(has('textMoved', id), `nothing is said of ${id}`)
      fault(
        findNode(now, at)?.kept === findNode(then, id)?.kept || findNode(now, at)?.kept === false,
        `${id} is printed now`,
      )
    }
    if (was.meant)
      fault(is?.meant?.[0]?.zh === was.meant[0]!.zh || has('meantGone', id), `confirmed of ${id}`)
    if (was.meant && fate)
      fault(is?.meant?.[0]?.of === fingerprint(findNode(now, at)!), `${id} is asked again`)
  }
  for (const [id, answer] of Object.entries(before.answers.clauses)) {
    const fate = next.clauses.get(id)
    if (!fate || answer.custom) continue
    fault(answers.clauses[fate]?.dropped === answer.dropped, `${id} left out`)
    if (!answer.alternative) continue
    const wording = next.wordings.get(`${id}/${answer.alternative}`)
    fault(answers.clauses[fate]?.alternative === wording?.split('/')[1], `the wording of ${id}`)
    fault(Boolean(wording) || has('wordingGone', id), `nothing is said of the wording of ${id}`)
  }
  for (const field of from.fields) {
    const value = answerTo(before.answers, field.id)
    const fate = next.fields.get(field.id)
    if (value === undefined) continue
    const option = field.type === 'choice' ? next.options.get(`${field.id}/${value}`) : undefined
    const right = field.type === 'choice' ? option?.split('/')[1] : value
    if (fate && right !== undefined) {
      fault(JSON.stringify(answers.fields[fate]) === JSON.stringify(right), `the value of ${field.id}`)
      fault(has('valueUnfit', field.id) === next.bounded.has(field.id), `bounds of ${field.id}`)
    } else {
      fault(has('valueGone', field.id), `nothing is said of ${field.id}`)
      if (!has('valueGone', field.id)) lost.push(field.id)
    }
  }
  faults.push(...misplaced(from, next, before, answers), ...misprinted(before, answers, then, now))
  fault(JSON.stringify(answers.parties) === JSON.stringify(before.answers.parties), 'the parties')
  fault(JSON.stringify(answers.languages) === JSON.stringify(before.answers.languages), 'the languages')
  return { faults, lost }
}

const holds = (answers: Answers, id: string, number: string) => {
  const custom = answers.clauses[id]?.custom
  return Boolean(custom?.zh.includes(number) && custom.en.includes(number))
}

/** Custom clauses that do not follow the last remaining clause that preceded them. */
function misplaced(from: Template, next: NextVersion, before: Written, answers: Answers): string[] {
  const is = outline(next.template, answers)
  const own = new Set(answers.added.map(({ id }) => id))
  const placeOf = new Map(
    is.flatMap(({ article, clauses }) =>
      clauses.map(({ id }, at) => [id, { article: article.id, clauses, at }] as const),
    ),
  )
  const faults: string[] = []
  for (const { article, clauses } of outline(from, before.answers)) {
    let left: string | undefined
    for (const clause of clauses) {
      const fate = next.clauses.get(clause.id)
      if (fate && placeOf.has(fate)) left = fate
      if (!before.added.has(clause.id)) continue
      const place = placeOf.get(clause.id)
      if (!place) faults.push(`${clause.id} has no place`)
      else {
        const behind = place.clauses.slice(0, place.at).findLast(({ id }) => !own.has(id))?.id
        const stays = next.articles.get(article.id) ?? (before.articles.has(article.id) ? article.id : null)
        if (left ? behind !== left : stays && (place.article !== stays || behind))
          faults.push(`${clause.id} stands behind ${behind}, not ${left}`)
      }
    }
  }
  const order = outline(from, before.answers).flatMap(({ article, clauses }) =>
    clauses.filter(({ id }) => before.added.has(id)).map(({ id }) => ({ id, article: article.id })),
  )
  for (const [index, one] of order.entries()) {
    const other = order[index + 1]
    const here = placeOf.get(one.id)
    const there = other && placeOf.get(other.id)
    if (
      other?.article === one.article &&
      here &&
      there &&
      here.article === there.article &&
      here.at > there.at &&
      sameAnchor(here, there, own)
    )
      faults.push(`${other.id} stands before ${one.id}`)
  }
  for (const id of before.articles.keys())
    if (!is.some(({ article }) => article.id === id)) faults.push(`${id} has no place`)
  return faults
}

type Place = { clauses: { id: string }[]; at: number }
const sameAnchor = (here: Place, there: Place, own: Set<string>) =>
  here.clauses.slice(there.at, here.at).every(({ id }) => own.has(id))

/** The punctuation that a list adds to its items. */
const STOPS = /\s*(；?(以及|或者)|[;,]? (and|or))?[；。;.]*\s*$/

/** Custom texts that print differently than before, apart from renumbered references. */
function misprinted(before: Written, answers: Answers, then: DocumentTree, now: DocumentTree): string[] {
  const old = new Map([...before.custom, ...before.added])
  return [...old].flatMap(([id, number]) => {
    const at = Object.keys(answers.clauses).find((one) => holds(answers, one, number))
    const was = findNode(then, id)
    const is = at && findNode(now, at)
    if (!was || !is) return [`${id} is not there`]
    return (['zh', 'en'] as const).flatMap((side) => {
      const refs = is.text[side].filter(({ kind }) => kind === 'ref').map(({ text }) => text)
      const plain = (runs: typeof was.text.zh) =>
        runs
          .reduce((text, run) => (run.kind === 'ref' ? text : text + run.text), '')
          .replace(STOPS, '')
          .replace(/\s/g, '')
      const words = refs.length
        ? plain(is.text[side])
        : runsText(is.text[side]).replace(STOPS, '').replace(/\s/g, '')
      const whole = runsText(was.text[side]).replace(STOPS, '').replace(/\s/g, '')
      return [plain(was.text[side]), whole].includes(words) ? [] : [`${id} ${side}: ${words} for ${whole}`]
    })
  })
}

describe('a document that adopts the next version of its template', () => {
  test('changes exactly as the template did, and no custom text is lost', () => {
    const templates = libraryTemplates()
    let tried = 0
    let right = 0
    const wrong: string[] = []
    const missing: string[] = []
    fc.assert(
      fc.property(arbitraryDice(), (dice) => {
        const template = templates[tried % templates.length]!
        const before = edited(dice, template)
        const next = nextVersion(dice, template)
        const { faults, lost } = faultsOf(template, next, before)
        tried++
        if (!faults.length) right++
        wrong.push(...faults.map((one) => `${template.code}: ${one}`))
        missing.push(...lost)
      }),
      { numRuns: MOVES, endOnFailure: true },
    )
    note(
      'documents moved to the next version of their template',
      `${right} of ${tried} right, ${missing.length} texts or values lost`,
    )
    expect(missing).toEqual([])
    expect(wrong.slice(0, 10)).toEqual([])
    expect(right).toBeGreaterThanOrEqual(tried * 0.99)
  })
})
