import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Answers } from '#assembly/answers.ts'
import {
  addClause,
  addParty,
  dropClause,
  fillField,
  removeAddedClause,
  removeParty,
  restoreClause,
  setParty,
  writeCustom,
} from '#assembly/edit.ts'
import type { Template } from '#assembly/template/template.ts'
import {
  adoptUnsaved,
  edit,
  isDirty,
  retryNow,
  SAVE_DELAY_MS,
  saveImmediately,
} from '#islands/editor/state/autosave.ts'
import type { Choice } from '#islands/editor/state/merge.ts'
import { resolveConflict } from '#islands/editor/state/resolve-conflict.ts'
import { arbitraryDice, type Dice } from '#tests/support/dice.ts'
import { runs } from '#tests/support/runs.ts'
import {
  fakeServer,
  memoryStorage,
  nda,
  ndaAnswers,
  openTab,
  replies,
  type Tab,
  type Weather,
} from './editor-support.ts'

const template: Template = {
  ...nda,
  moreParties: { role: { zh: '加入方', en: 'Further Party' }, identity: 'any', upTo: 6 },
}
const clauses = template.articles.slice(0, 2).map(({ clauses }) => clauses[0]?.id ?? '')
const article = template.articles[0]?.id ?? ''

/** Every typed text is a unique word, so that the test can find it later. */
interface Session {
  server: ReturnType<typeof fakeServer>
  storage: ReturnType<typeof memoryStorage>
  tabs: Tab[]
  typed: Set<string>
  /** Words that the person replaced or removed while they were visible. */
  givenUp: Set<string>
  /** The conflicts that tabs have shown, as JSON. */
  offered: string
  visits: number
}

test('two tabs with stale versions never overwrite each other unasked, and lose no typed text', async () => {
  let sessionsWithConflicts = 0
  await fc.assert(
    fc.asyncProperty(arbitraryDice(), async (dice) => {
      const session = openSession()
      for (let step = 0; step < 25; step++) await act(session, dice)
      await endSession(session, dice)
      noteOffers(session)
      const savedText = JSON.stringify(session.server.answers)
      const lostWords = [...session.typed].filter(
        (word) => !savedText.includes(word) && !session.offered.includes(word) && !session.givenUp.has(word),
      )
      expect(lostWords).toEqual([])
      expectWhole(session.server.answers)
      if (session.offered) sessionsWithConflicts++
    }),
    runs(40),
  )
  expect(sessionsWithConflicts, 'tabs that never conflict would prove nothing').toBeGreaterThan(5)
}, 300_000)

/** Everything stored must be visible: every added clause has a place, every party a letter. */
function expectWhole({ added, clauses, parties }: Answers): void {
  const addedIds = Object.keys(clauses).filter((id) => id.startsWith('added-'))
  expect(added.map(({ id }) => id).toSorted()).toEqual(addedIds.toSorted())
  expect(parties.map(({ key }) => key).join('')).toBe('abcdefghij'.slice(0, parties.length))
}

function openSession(): Session {
  const server = fakeServer(ndaAnswers())
  const storage = memoryStorage()
  const tabs = [openTab(server, storage, 'one'), openTab(server, storage, 'other')]
  return { server, storage, tabs, typed: new Set(), givenUp: new Set(), offered: '', visits: 0 }
}

async function act(session: Session, dice: Dice): Promise<void> {
  const tab = session.tabs[dice.below(2)]
  if (!tab) return
  const weather: [Weather, ...Weather[]] = ['fine', 'fine', 'fine', 'offline', 'reply lost', 'busy']
  const roll = dice.below(100)
  if (roll < 60) return type(session, tab, dice)
  if (roll < 75) return tab.timers.pass(dice.pick([100, SAVE_DELAY_MS, 5_000]))
  if (roll < 82) return void (await saveImmediately(tab.saving))
  if (roll < 88) session.server.weather = dice.pick(weather)
  else if (roll < 94) resolve(tab, dice)
  else crash(session, tab)
}

function type(session: Session, tab: Tab, dice: Dice): void {
  // A conflict opens a modal dialog, so the person cannot type in the document.
  if (tab.saving.theirs) return
  const word = `word${session.typed.size}x`
  const answersBefore = tab.saving.current
  const answersAfter = change(answersBefore, word, dice)
  if (JSON.stringify(answersAfter).includes(word)) session.typed.add(word)
  for (const one of session.typed)
    if (contains(answersBefore, one) && !contains(answersAfter, one)) session.givenUp.add(one)
  edit(tab.saving, answersAfter)
}

function change(answers: Answers, word: string, dice: Dice): Answers {
  const clause = dice.pick([clauses[0] ?? '', clauses[1] ?? '', answers.added[0]?.id ?? clauses[0] ?? ''])
  const party = answers.parties[dice.below(answers.parties.length)]?.key ?? 'a'
  const id = `added-${word}`
  const changes: [() => Answers, ...(() => Answers)[]] = [
    () => fillField(answers, template, 'project', word),
    () => fillField(answers, template, dice.pick(['disclosure-period', 'secrecy-term']), word),
    () => writeCustom(answers, template, clause, dice.pick(['zh', 'en']), `${word}{party:${party}}`),
    () => setParty(answers, template, party, { address: word }),
    () => writeCustom(addClause(answers, template, { id, article, after: null }), template, id, 'zh', word),
    () => removeAddedClause(answers, template, answers.added[0]?.id ?? ''),
    () => dropClause(answers, template, clause),
    () => restoreClause(answers, template, clause),
    () => addParty(answers, template),
    () => removeParty(answers, template, party),
  ]
  return dice.pick(changes)()
}

function contains(answers: Answers, word: string): boolean {
  return JSON.stringify(answers).includes(word)
}

function resolve(tab: Tab, dice: Dice): void {
  const conflicts = tab.saving.state.conflict?.conflicts ?? []
  const choices = Object.fromEntries(
    conflicts.map(({ path }): [string, Choice] => [path, dice.pick(['mine', 'theirs'])]),
  )
  resolveConflict(tab.saving, choices)
}

/** The tab crashes; the person opens the document again. */
function crash(session: Session, tab: Tab): void {
  noteOffers(session)
  const visit = openTab(session.server, session.storage, `visit-${++session.visits}`)
  session.tabs = session.tabs.map((one) => (one === tab ? visit : one))
  adoptUnsaved(visit.saving)
}

async function endSession(session: Session, dice: Dice): Promise<void> {
  session.server.weather = 'fine'
  for (let round = 0; round < 12; round++) {
    for (const tab of session.tabs) {
      resolve(tab, dice)
      retryNow(tab.saving)
      await tab.timers.pass(120_000)
      await saveImmediately(tab.saving)
      await replies()
    }
    if (session.tabs.every(({ saving }) => !isDirty(saving) && !saving.theirs)) break
  }
  // Copies that conflict with one another are restored one per visit.
  for (let remaining = session.storage.size(); remaining > 0; remaining--) await revisit(session, dice)
  expect(session.tabs.some(({ saving }) => isDirty(saving) || saving.theirs)).toBe(false)
}

async function revisit(session: Session, dice: Dice): Promise<void> {
  const visit = openTab(session.server, session.storage, `visit-${++session.visits}`)
  session.tabs.push(visit)
  adoptUnsaved(visit.saving)
  resolve(visit, dice)
  await saveImmediately(visit.saving)
}

function noteOffers(session: Session): void {
  for (const { offered } of session.tabs) if (offered.length) session.offered += JSON.stringify(offered)
}
