import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adoptTemplate } from '#assembly/adopt/adopt.ts'
import type { AdoptionNote } from '#assembly/adopt/note.ts'
import { fingerprint } from '#assembly/agreement/acknowledged-finding.ts'
import type { Answers, LanguageChoice } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { findNode } from '#assembly/compare/find-node.ts'
import { withComputed } from '#assembly/computed/computed.ts'
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
interface UserEdits {
  answers: Answers
  /** The number of each clause with custom text, by the clause's old id. */
  custom: Map<string, string>
  added: Map<string, string>
  articles: Map<string, string>
}

const NUMBER = () => `q${++textCount}q`
let textCount = 0

/** Edits like those of users, with marks of every kind in their texts. */
function editRandomly(dice: Dice, template: Template): UserEdits {
  const languages: LanguageChoice = {
    primary: dice.pick(['zh', 'en']),
    bilingual: dice.chance(80),
    script: dice.pick(['Hans', 'Hant']),
  }
  let answers = sampleAnswers(template, shippedNotes(template.code), languages, { all: dice.chance(70) })
  const allIds = [...templateClauses(template)].map(({ clause }) => clause)
  const custom = new Map<string, string>()
  const addedTexts = new Map<string, string>()
  const articles = new Map<string, string>()
  const marks = () => {
    const field = template.fields[dice.below(template.fields.length)]?.id
    const clause = allIds[dice.below(allIds.length)]!.id
    return `${dice.chance(40) ? `{${field}}` : ''}${dice.chance(40) ? `{ref:${clause}}` : ''}${dice.chance(30) ? '{party:b.name}{this}{{}}' : ''}`
  }
  const write = (id: string) => {
    const number = NUMBER()
    const inside = marks()
    const answersBefore = answers
    const texts = { zh: `自写${number}${inside}。`, en: `Own ${number} ${inside}.` }
    for (const side of dice.chance(50) ? (['zh', 'en'] as const) : (['en', 'zh'] as const))
      answers = writeCustom(
        answers,
        template,
        id,
        side,
        texts[side],
        dice.chance(70) ? answersBefore : answers,
      )
    if (answers !== answersBefore) return number
    return undefined
  }
  for (const clause of dice.some(allIds, 30)) {
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
    const parentId = dice.chance(30) ? parents[dice.below(parents.length)] : undefined
    const predecessorId = parentId ? parentId.items![0]!.id : (anchors[dice.below(anchors.length)] ?? null)
    const newAnswers = addClause(answers, template, {
      id,
      article: place.article.id,
      after: predecessorId,
      ...(parentId && { within: parentId.id }),
    })
    if (newAnswers === answers) continue
    answers = newAnswers
    const number = write(id)
    if (number) addedTexts.set(id, number)
  }
  if (dice.chance(40)) {
    const anchor = outline(template, answers)[dice.below(template.articles.length)]!.article.id
    const id = `added-${NUMBER()}`
    const clause = `added-${NUMBER()}`
    answers = addArticle(answers, template, { id, after: anchor }, clause)
    for (const ownId of [id, clause]) {
      const number = write(ownId)
      if (number) (ownId === id ? articles : addedTexts).set(ownId, number)
    }
  }
  return { answers: confirmed(template, answers, custom), custom, added: addedTexts, articles }
}

/** Acknowledges some findings about custom texts. */
function confirmed(template: Template, answers: Answers, custom: Map<string, string>): Answers {
  const tree = assemble({ name: '', number: '', template, answers })
  const clauses = { ...answers.clauses }
  for (const id of [...custom.keys()].filter((_, index) => index % 2)) {
    const nodeFingerprint = fingerprint(findNode(tree, id)!)
    clauses[id] = {
      ...clauses[id],
      meant: [{ check: 'numbers', of: nodeFingerprint, zh: `甲${custom.get(id)}`, en: '' }],
    }
  }
  return { ...answers, clauses }
}

const treeOf = (template: Template, answers: Answers): DocumentTree =>
  assemble({ name: '', number: 'Q-1', template, answers })

/** The differences from the correct result of a move, as text. */
function faultsOf(from: Template, next: NextVersion, before: UserEdits) {
  const { answers, notes } = adoptTemplate(from, next.template, before.answers)
  const oldTree = treeOf(from, before.answers)
  const newTree = treeOf(next.template, answers)
  const serialised = JSON.stringify(notes)
  const faults: string[] = []
  const differences: string[] = []
  const fault = (isRight: boolean, what: string) => isRight || faults.push(what)
  const hasText = (kind: AdoptionNote['kind'], id: string) =>
    notes.some((one) => one.kind === kind && one.id === id)
  const customTextOf = (number: string) =>
    Object.keys(answers.clauses).filter((id) => holds(answers, id, number))
  for (const number of [...before.custom.values(), ...before.added.values(), ...before.articles.values()]) {
    const [id] = customTextOf(number)
    if (!id && !serialised.includes(number)) differences.push(number)
    fault(customTextOf(number).length === 1, `${number} stands ${customTextOf(number).length} times`)
  }
  for (const [id, number] of before.custom) {
    const oldClause = before.answers.clauses[id]!
    const fate = next.clauses.get(id)
    const [at = ''] = customTextOf(number)
    const newClause = answers.clauses[at]
    fault(newClause?.stale === oldClause.stale, `stale mark of ${id}`)
    if (fate) {
      fault(at === fate, `${id} is at ${at}, not ${fate}`)
      const wording = oldClause.alternative && `${id}/${oldClause.alternative}`
      const wordingNow = wording && next.wordings.get(wording)
      const isChanged = wording ? !wordingNow || next.reworded.has(wording) : next.reworded.has(id)
      fault(hasText('textBeside', id) || !isChanged, `nothing is said of the new words of ${id}`)
      fault(
        !hasText('textBeside', id) || isChanged || Boolean(wording),
        `new words of ${id} are reported, and are none`,
      )
      fault(Boolean(newClause?.dropped) === Boolean(oldClause.dropped), `${id} left out`)
    } else {
      fault(
        answers.added.some((one) => one.id === at),
        `${id} is no clause of one’s own`,
      )
      fault(hasText('textMoved', id), `nothing is said of ${id}`)
      fault(
        findNode(newTree, at)?.kept === findNode(oldTree, id)?.kept || findNode(newTree, at)?.kept === false,
        `${id} is printed now`,
      )
    }
    if (oldClause.meant)
      fault(
        newClause?.meant?.[0]?.zh === oldClause.meant[0]!.zh || hasText('meantGone', id),
        `confirmed of ${id}`,
      )
    if (oldClause.meant && fate)
      fault(newClause?.meant?.[0]?.of === fingerprint(findNode(newTree, at)!), `${id} is asked again`)
  }
  for (const [id, answer] of Object.entries(before.answers.clauses)) {
    const fate = next.clauses.get(id)
    if (!fate || answer.custom) continue
    fault(answers.clauses[fate]?.dropped === answer.dropped, `${id} left out`)
    if (!answer.alternative) continue
    const wording = next.wordings.get(`${id}/${answer.alternative}`)
    fault(answers.clauses[fate]?.alternative === wording?.split('/')[1], `the wording of ${id}`)
    fault(Boolean(wording) || hasText('wordingGone', id), `nothing is said of the wording of ${id}`)
  }
  const printedAnswers = withComputed(from, before.answers)
  for (const field of from.fields) {
    const value = answerTo(printedAnswers, field.id)
    const fate = next.fields.get(field.id)
    if (value === undefined || (fate && field.computed)) continue
    const option = field.type === 'choice' ? next.options.get(`${field.id}/${value}`) : undefined
    const expectedValue = field.type === 'choice' ? option?.split('/')[1] : value
    if (fate && expectedValue !== undefined) {
      fault(
        JSON.stringify(answers.fields[fate]) === JSON.stringify(expectedValue),
        `the value of ${field.id}`,
      )
      fault(hasText('valueUnfit', field.id) === next.bounded.has(field.id), `bounds of ${field.id}`)
    } else {
      const isReported = hasText(field.computed ? 'computedGone' : 'valueGone', field.id)
      fault(isReported, `nothing is said of ${field.id}`)
      if (!isReported) differences.push(field.id)
    }
  }
  faults.push(...misplaced(from, next, before, answers), ...misprinted(before, answers, oldTree, newTree))
  fault(JSON.stringify(answers.parties) === JSON.stringify(before.answers.parties), 'the parties')
  fault(JSON.stringify(answers.languages) === JSON.stringify(before.answers.languages), 'the languages')
  return { faults, lost: differences }
}

const holds = (answers: Answers, id: string, number: string) => {
  const custom = answers.clauses[id]?.custom
  return Boolean(custom?.zh.includes(number) && custom.en.includes(number))
}

/** Custom clauses that do not follow the last remaining clause that preceded them. */
function misplaced(from: Template, next: NextVersion, before: UserEdits, answers: Answers): string[] {
  const newOutline = outline(next.template, answers)
  const addedIds = new Set(answers.added.map(({ id }) => id))
  const placeOf = new Map(
    newOutline.flatMap(({ article, clauses }) =>
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
        const predecessor = place.clauses.slice(0, place.at).findLast(({ id }) => !addedIds.has(id))?.id
        const stays = next.articles.get(article.id) ?? (before.articles.has(article.id) ? article.id : null)
        if (left ? predecessor !== left : stays && (place.article !== stays || predecessor))
          faults.push(`${clause.id} stands behind ${predecessor}, not ${left}`)
      }
    }
  }
  const order = outline(from, before.answers).flatMap(({ article, clauses }) =>
    clauses.filter(({ id }) => before.added.has(id)).map(({ id }) => ({ id, article: article.id })),
  )
  for (const [index, one] of order.entries()) {
    const nextEntry = order[index + 1]
    const firstPlace = placeOf.get(one.id)
    const secondPlace = nextEntry && placeOf.get(nextEntry.id)
    if (
      nextEntry?.article === one.article &&
      firstPlace &&
      secondPlace &&
      firstPlace.article === secondPlace.article &&
      firstPlace.at > secondPlace.at &&
      sameAnchor(firstPlace, secondPlace, addedIds)
    )
      faults.push(`${nextEntry.id} stands before ${one.id}`)
  }
  for (const id of before.articles.keys())
    if (!newOutline.some(({ article }) => article.id === id)) faults.push(`${id} has no place`)
  return faults
}

type Place = { clauses: { id: string }[]; at: number }
const sameAnchor = (here: Place, there: Place, own: Set<string>) =>
  here.clauses.slice(there.at, here.at).every(({ id }) => own.has(id))

/** The punctuation that a list adds to its items. */
const STOPS = /\s*(；?(以及|或者)|[;,]? (and|or))?[；。;.]*\s*$/

/** Custom texts that print differently than before, apart from renumbered references. */
function misprinted(before: UserEdits, answers: Answers, then: DocumentTree, now: DocumentTree): string[] {
  const oldIds = new Map([...before.custom, ...before.added])
  return [...oldIds].flatMap(([id, number]) => {
    const newId = Object.keys(answers.clauses).find((one) => holds(answers, one, number))
    const oldNode = findNode(then, id)
    const newNode = newId && findNode(now, newId)
    if (!oldNode || !newNode) return [`${id} is not there`]
    return (['zh', 'en'] as const).flatMap((side) => {
      const refs = newNode.text[side].filter(({ kind }) => kind === 'ref').map(({ text }) => text)
      const plainTextOf = (runs: typeof oldNode.text.zh) =>
        runs
          .reduce((text, run) => (run.kind === 'ref' ? text : text + run.text), '')
          .replace(STOPS, '')
          .replace(/\s/g, '')
      const words = refs.length
        ? plainTextOf(newNode.text[side])
        : runsText(newNode.text[side]).replace(STOPS, '').replace(/\s/g, '')
      const wholeText = runsText(oldNode.text[side]).replace(STOPS, '').replace(/\s/g, '')
      return [plainTextOf(oldNode.text[side]), wholeText].includes(words)
        ? []
        : [`${id} ${side}: ${words} for ${wholeText}`]
    })
  })
}

describe('a document that adopts the next version of its template', () => {
  test('changes exactly as the template did, and no custom text is lost', () => {
    const templates = libraryTemplates()
    let tried = 0
    let rightCount = 0
    const wrong: string[] = []
    const missingTexts: string[] = []
    fc.assert(
      fc.property(arbitraryDice(), (dice) => {
        const template = templates[tried % templates.length]!
        const editedDocument = editRandomly(dice, template)
        const newVersion = nextVersion(dice, template)
        const { faults, lost } = faultsOf(template, newVersion, editedDocument)
        tried++
        if (!faults.length) rightCount++
        wrong.push(...faults.map((one) => `${template.code}: ${one}`))
        missingTexts.push(...lost)
      }),
      { numRuns: MOVES, endOnFailure: true },
    )
    note(
      'documents moved to the next version of their template',
      `${rightCount} of ${tried} right, ${missingTexts.length} texts or values lost`,
    )
    expect(missingTexts).toEqual([])
    expect(wrong.slice(0, 10)).toEqual([])
    expect(rightCount).toBeGreaterThanOrEqual(tried * 0.99)
  })
})
