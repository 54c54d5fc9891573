import type { Answers } from '#assembly/answers.ts'
import type { Fault } from '#views/faults.ts'
import { type Choice, type Conflict, mergeAnswers } from './merge.ts'
import { same } from './same.ts'
import { type NewerAnswers, type Reply, sendAnswers } from './send.ts'
import { findUnsaved, storeUnsaved, type TextStore, unsavedKey } from './unsaved-answers.ts'

export type AutosaveStatus =
  | 'saved'
  /** Changed, not sent yet. */
  | 'waiting'
  | 'saving'
  /** The server was not reached or failed; the save is retried automatically. */
  | 'offline'
  | 'signedOut'
  /** The server refuses the answers; `message` has the reason. Retried after the next change. */
  | 'refused'
  /** Waits for `resolveConflict`. */
  | 'conflict'

export interface AutosaveState {
  status: AutosaveStatus
  version: number
  /** ISO */
  savedAt: string
  message: string
  /** Why the last save failed, if the network was not the reason; until a save succeeds. */
  fault?: Fault
  conflict: { conflicts: Conflict[]; savedBy: string; savedAt: string } | null
}

export interface AutosaveTools {
  fetch: typeof fetch
  storage: TextStore
  setTimer(run: () => void, milliseconds: number): unknown
  clearTimer(timer: unknown): void
  onState(state: AutosaveState): void
  /** Merged changes of others: `answers` are current, and `carry` applies the changes to older answers. */
  onMerged(answers: Answers, carry: (answers: Answers) => Answers): void
}

/**
 * Autosave: sends changed answers to the server, one save at a time, keeps a copy of unsaved answers in the
 * browser's storage, and merges when another person or tab has saved in between.
 */
export interface Autosave {
  readonly id: string
  readonly key: string
  readonly tools: AutosaveTools
  /** The last answers that the server is known to have. */
  base: { version: number; answers: Answers }
  current: Answers
  /** Sent answers without a response; any of them may have arrived. */
  unanswered: Answers[]
  theirs: NewerAnswers | null
  /** Stored copies of earlier visits that `current` contains; they are removed after the next save. */
  adopted: { key: string; text: string }[]
  state: AutosaveState
  /** The cause that the next save reports, until a save has succeeded. */
  cause?: 'replace'
  timer: unknown
  /** Timer of the pending copy to the storage. */
  copyTimer: unknown
  /** Length of the last copy, in characters. */
  copyLength: number
  underway: Promise<void> | null
  failures: number
  /** An input method is composing in a box. Saving waits until the text is chosen. */
  held: boolean
}

export const saveDelay = 800
const firstRetry = 2_000
const maxRetryDelay = 60_000
const maxUnanswered = 5
/** A copy with more characters takes too long to be written on each key press. */
const longCopy = 100_000
const copyAfter = 150

export interface SavedDocument {
  id: string
  version: number
  savedAt: string
  answers: Answers
}

/** `tab`: unique among the tabs of this browser. */
export function startAutosave(document: SavedDocument, tab: string, tools: AutosaveTools): Autosave {
  const { id, version, savedAt, answers } = document
  return {
    id,
    key: unsavedKey(id, tab),
    tools,
    base: { version, answers },
    current: answers,
    unanswered: [],
    theirs: null,
    adopted: [],
    timer: undefined,
    underway: null,
    failures: 0,
    held: false,
    copyTimer: undefined,
    copyLength: 0,
    state: { status: 'saved', version, savedAt, message: '', conflict: null },
  }
}

export function isDirty(saving: Autosave): boolean {
  return saving.current !== saving.base.answers && !same(saving.current, saving.base.answers)
}

/** Sets the answers; they are sent after a short pause. */
export function edit(saving: Autosave, answers: Answers): void {
  saving.current = answers
  storeCopySoon(saving)
  if (saving.state.status === 'conflict' || saving.underway) return
  schedule(saving, saving.failures ? retryAfter(saving) : saveDelay)
  if (!saving.failures) setState(saving, { status: isDirty(saving) ? 'waiting' : 'saved', message: '' })
}

/**
 * Sends unsaved answers at once. Resolves to true when the server has them, or to false as soon as saving
 * fails.
 */
export async function flush(saving: Autosave): Promise<boolean> {
  stopTimer(saving)
  while (isDirty(saving) || saving.underway) {
    if (saving.state.status === 'conflict') return false
    const { failures } = saving
    await (saving.underway ?? save(saving))
    if (saving.failures > failures || ['refused', 'signedOut'].includes(saving.state.status)) return false
  }
  return !saving.theirs
}

/** Called when an input method begins or ends to compose; the composed text is sent after a short pause. */
export function hold(saving: Autosave, held: boolean): void {
  saving.held = held
  if (held || saving.state.status === 'conflict' || saving.underway || !isDirty(saving)) return
  schedule(saving, saving.failures ? retryAfter(saving) : saveDelay)
}

/** Called when the network is back or the person asks for a retry. */
export function retryNow(saving: Autosave): void {
  saving.failures = 0
  if (isDirty(saving) && !saving.underway && saving.state.status !== 'conflict') schedule(saving, 0)
}

/** Adopts the unsaved answers of earlier visits. Returns whether there were any. */
export function adoptUnsaved(saving: Autosave): boolean {
  const before = saving.current
  for (const { key, text, unsaved } of findUnsaved(saving.tools.storage, saving.id, saving.key)) {
    const { answers, conflicts } = mergeAnswers(
      [unsaved.base, ...unsaved.unanswered],
      unsaved.answers,
      saving.current,
    )
    // One conflict at a time: a second conflicting copy stays in the storage until the next visit.
    if (conflicts.length && saving.current !== before) continue
    saving.adopted.push({ key, text })
    if (conflicts.length) return conflictWithUnsaved(saving, unsaved)
    saving.current = answers
  }
  if (same(before, saving.current)) {
    removeAdopted(saving)
    return false
  }
  edit(saving, saving.current)
  return true
}

/** Treats the stored answers as mine, made from an old version, and the server's answers as theirs. */
function conflictWithUnsaved(
  saving: Autosave,
  unsaved: { base: Answers; answers: Answers; unanswered: Answers[] },
): boolean {
  const { version } = saving.base
  const theirs = { version, answers: saving.current, savedBy: '', savedAt: saving.state.savedAt }
  saving.base = { version, answers: unsaved.base }
  saving.unanswered = unsaved.unanswered
  saving.current = unsaved.answers
  handleConflict(saving, theirs)
  return true
}

function save(saving: Autosave): Promise<void> {
  const sent = saving.current
  saving.unanswered = [...saving.unanswered, sent].slice(-maxUnanswered)
  storeCopy(saving)
  setState(saving, { status: 'saving' })
  const { version } = saving.base
  const { cause } = saving
  const body = { version, answers: sent, ...(cause && { cause }) }
  saving.underway = sendAnswers(saving.tools.fetch, saving.id, body).then((reply) => {
    saving.underway = null
    if (cause && reply.kind === 'saved') saving.cause = undefined
    handleReply(saving, reply, sent)
  })
  return saving.underway
}

function handleReply(saving: Autosave, reply: Reply, sent: Answers) {
  if (reply.kind === 'lost') return retryLater(saving, reply.fault)
  saving.failures = 0
  if (reply.kind === 'conflict') return handleConflict(saving, reply.conflict)
  if (reply.kind === 'saved') {
    saving.base = { version: reply.version, answers: sent }
    saving.unanswered = []
    return finishSave(saving, reply.savedAt)
  }
  // Neither a refusal nor an expired session has written anything.
  saving.unanswered = saving.unanswered.filter((one) => one !== sent)
  storeCopy(saving)
  setState(saving, { status: reply.kind, message: reply.kind === 'refused' ? reply.message : '' })
}

/** Called when the server's answers are known again: either all is saved, or more was typed meanwhile. */
function finishSave(saving: Autosave, savedAt: string): void {
  const dirty = isDirty(saving)
  if (!dirty) removeAdopted(saving)
  storeCopy(saving)
  setState(saving, {
    status: dirty ? 'waiting' : 'saved',
    version: saving.base.version,
    savedAt,
    message: '',
    fault: undefined,
    conflict: null,
  })
  if (dirty) schedule(saving, saveDelay)
}

function handleConflict(saving: Autosave, theirs: NewerAnswers) {
  const { conflicts } = mergeAnswers(possibleBases(saving), saving.current, theirs.answers)
  if (!conflicts.length) return mergeTheirs(saving, theirs, {})
  saving.theirs = theirs
  stopTimer(saving)
  storeCopy(saving)
  const { savedBy, savedAt } = theirs
  setState(saving, { status: 'conflict', conflict: { conflicts, savedBy, savedAt } })
}

/** Continues from their version, with my changes carried over and conflicts settled by `choices`. */
export function mergeTheirs(saving: Autosave, theirs: NewerAnswers, choices: Record<string, Choice>): void {
  const known = possibleBases(saving)
  const carry = (mine: Answers) => mergeAnswers(known, mine, theirs.answers, choices).answers
  saving.current = carry(saving.current)
  saving.base = { version: theirs.version, answers: theirs.answers }
  saving.unanswered = []
  saving.theirs = null
  saving.tools.onMerged(saving.current, carry)
  finishSave(saving, theirs.savedAt)
  if (isDirty(saving)) schedule(saving, 0)
}

function possibleBases(saving: Autosave): [Answers, ...Answers[]] {
  return [saving.base.answers, ...saving.unanswered]
}

function retryLater(saving: Autosave, fault?: Fault): void {
  saving.failures++
  storeCopy(saving)
  setState(saving, { status: 'offline', fault })
  schedule(saving, retryAfter(saving))
}

function retryAfter({ failures }: Autosave): number {
  return Math.min(firstRetry * 2 ** (failures - 1), maxRetryDelay)
}

function schedule(saving: Autosave, milliseconds: number): void {
  stopTimer(saving)
  saving.timer = saving.tools.setTimer(() => {
    saving.timer = undefined
    if (isDirty(saving) && !saving.underway && !saving.theirs && !saving.held) void save(saving)
  }, milliseconds)
}

function stopTimer(saving: Autosave): void {
  if (saving.timer !== undefined) saving.tools.clearTimer(saving.timer)
  saving.timer = undefined
}

export function storeCopy(saving: Autosave): void {
  saving.tools.clearTimer(saving.copyTimer)
  saving.copyTimer = undefined
  const { base, current: answers, unanswered } = saving
  const unsaved = { version: base.version, base: base.answers, answers, unanswered }
  const length = storeUnsaved(
    saving.tools.storage,
    saving.key,
    isDirty(saving) || saving.theirs ? unsaved : null,
  )
  saving.copyLength = length || saving.copyLength
}

/** A long document is copied at the writer's next pause or when the page is left, not on each key press. */
function storeCopySoon(saving: Autosave): void {
  saving.tools.clearTimer(saving.copyTimer)
  if (saving.copyLength < longCopy) storeCopy(saving)
  else saving.copyTimer = saving.tools.setTimer(() => storeCopy(saving), copyAfter)
}

/** Removes only copies that have not changed since, because their tab may still be open. */
function removeAdopted(saving: Autosave): void {
  const { storage } = saving.tools
  for (const { key, text } of saving.adopted) if (storage.getItem(key) === text) storage.removeItem(key)
  saving.adopted = []
}

function setState(saving: Autosave, patch: Partial<AutosaveState>): void {
  saving.state = { ...saving.state, ...patch }
  saving.tools.onState(saving.state)
}
