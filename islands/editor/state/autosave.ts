import type { Answers } from '#assembly/answers.ts'
import type { Fault } from '#views/faults.ts'
import { type Choice, type Conflict, mergeAnswers } from './merge.ts'
import { isEqual } from './same.ts'
import { type NewerAnswers, type Reply, sendAnswers } from './send.ts'
import { findUnsaved, storeUnsaved, type TextStore, unsavedKey } from './unsaved-answers.ts'

export type AutosaveStatus =
  | 'saved'
  /** Changed and not sent yet. */
  | 'waiting'
  | 'saving'
  /** The server could not be reached or failed; the save is retried automatically. */
  | 'offline'
  | 'signedOut'
  /** The server refuses the answers; `message` contains the reason. Retried after the next change. */
  | 'refused'
  /** Paused until `resolveConflict` is called. */
  | 'conflict'

export interface AutosaveState {
  status: AutosaveStatus
  version: number
  /** ISO date and time. */
  savedAt: string
  message: string
  /** Why the last save failed, if the network was not the reason; removed by the next successful save. */
  fault?: Fault
  conflict: { conflicts: Conflict[]; savedBy: string; savedAt: string } | null
}

export interface AutosaveTools {
  fetch: typeof fetch
  storage: TextStore
  setTimer(run: () => void, milliseconds: number): unknown
  clearTimer(timer: unknown): void
  onState(state: AutosaveState): void
  /**
   * Called after changes of others were merged: `answers` are the current ones, and `carry` applies the
   * changes to older answers.
   */
  onMerged(answers: Answers, carry: (answers: Answers) => Answers): void
}

/**
 * Autosave: sends changed answers to the server, one save at a time; copies unsaved answers to the browser's
 * storage; merges if another person or tab has saved in between.
 */
export interface Autosave {
  readonly id: string
  readonly key: string
  readonly tools: AutosaveTools
  /** The last answers that the server has confirmed. */
  base: { version: number; answers: Answers }
  current: Answers
  /** Sent answers without a response; any of them may have arrived. */
  unanswered: Answers[]
  theirs: NewerAnswers | null
  /** Stored copies of earlier visits that `current` includes; they are removed after the next save. */
  adopted: { key: string; text: string }[]
  state: AutosaveState
  /** The cause that is reported with each save until a save has succeeded. */
  cause?: 'replace'
  timer: unknown
  /** The timer of the next copy to the storage. */
  copyTimer: unknown
  /** The length of the last copy, in characters. */
  copyLength: number
  currentSave: Promise<void> | null
  failures: number
  /** Whether an input method is composing in a box. Saving waits until the text is chosen. */
  isComposing: boolean
}

export const SAVE_DELAY_MS = 800
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_DELAY_MS = 60_000
const MAX_UNANSWERED = 5
/** The length, in characters, above which a copy takes too long to be written on each key press. */
const LONG_COPY_LENGTH = 100_000
const COPY_DELAY_MS = 150

export interface SavedDocument {
  id: string
  version: number
  savedAt: string
  answers: Answers
}

/** `tab`: an id that no other tab of this browser has. */
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
    currentSave: null,
    failures: 0,
    isComposing: false,
    copyTimer: undefined,
    copyLength: 0,
    state: { status: 'saved', version, savedAt, message: '', conflict: null },
  }
}

export function isDirty(saving: Autosave): boolean {
  return saving.current !== saving.base.answers && !isEqual(saving.current, saving.base.answers)
}

/** Sets the answers; they are sent after a short pause. */
export function edit(saving: Autosave, answers: Answers): void {
  saving.current = answers
  storeCopySoon(saving)
  if (saving.state.status === 'conflict' || saving.currentSave) return
  schedule(saving, saving.failures ? retryAfter(saving) : SAVE_DELAY_MS)
  if (!saving.failures) setState(saving, { status: isDirty(saving) ? 'waiting' : 'saved', message: '' })
}

/**
 * Sends unsaved answers immediately. Resolves to true when the server has them, and to false if saving
 * fails.
 */
export async function saveImmediately(saving: Autosave): Promise<boolean> {
  stopTimer(saving)
  while (isDirty(saving) || saving.currentSave) {
    if (saving.state.status === 'conflict') return false
    const { failures } = saving
    await (saving.currentSave ?? save(saving))
    if (saving.failures > failures || ['refused', 'signedOut'].includes(saving.state.status)) return false
  }
  return !saving.theirs
}

/** Called when an input method begins or ends composing. The composed text is sent after a short pause. */
export function setComposing(saving: Autosave, isComposing: boolean): void {
  saving.isComposing = isComposing
  if (isComposing || saving.state.status === 'conflict' || saving.currentSave || !isDirty(saving)) return
  schedule(saving, saving.failures ? retryAfter(saving) : SAVE_DELAY_MS)
}

/** Called when the network is back or the user asks for a retry. */
export function retryNow(saving: Autosave): void {
  saving.failures = 0
  if (isDirty(saving) && !saving.currentSave && saving.state.status !== 'conflict') schedule(saving, 0)
}

/** Adopts the unsaved answers of earlier visits, and returns whether there were any. */
export function adoptUnsaved(saving: Autosave): boolean {
  const currentBefore = saving.current
  for (const { key, text, unsaved } of findUnsaved(saving.tools.storage, saving.id, saving.key)) {
    const { answers, conflicts } = mergeAnswers(
      [unsaved.base, ...unsaved.unanswered],
      unsaved.answers,
      saving.current,
    )
    // Only one conflict at a time: another conflicting copy stays in the storage until the next visit.
    if (conflicts.length && saving.current !== currentBefore) continue
    saving.adopted.push({ key, text })
    if (conflicts.length) return conflictWithUnsaved(saving, unsaved)
    saving.current = answers
  }
  if (isEqual(currentBefore, saving.current)) {
    removeAdopted(saving)
    return false
  }
  edit(saving, saving.current)
  return true
}

/** Treats the stored answers as mine, based on an old version, and the server's answers as theirs. */
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
  const sentAnswers = saving.current
  saving.unanswered = [...saving.unanswered, sentAnswers].slice(-MAX_UNANSWERED)
  storeCopy(saving)
  setState(saving, { status: 'saving' })
  const { version } = saving.base
  const { cause } = saving
  const body = { version, answers: sentAnswers, ...(cause && { cause }) }
  saving.currentSave = sendAnswers(saving.tools.fetch, saving.id, body).then((reply) => {
    saving.currentSave = null
    if (cause && reply.kind === 'saved') saving.cause = undefined
    handleReply(saving, reply, sentAnswers)
  })
  return saving.currentSave
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
  // After a refusal or an expired session the server has certainly not stored the answers.
  saving.unanswered = saving.unanswered.filter((one) => one !== sent)
  storeCopy(saving)
  setState(saving, { status: reply.kind, message: reply.kind === 'refused' ? reply.message : '' })
}

/**
 * Called when the answers of the server are known again: everything is saved, or more was typed in the
 * meantime.
 */
function finishSave(saving: Autosave, savedAt: string): void {
  const hasChanges = isDirty(saving)
  if (!hasChanges) removeAdopted(saving)
  storeCopy(saving)
  setState(saving, {
    status: hasChanges ? 'waiting' : 'saved',
    version: saving.base.version,
    savedAt,
    message: '',
    fault: undefined,
    conflict: null,
  })
  if (hasChanges) schedule(saving, SAVE_DELAY_MS)
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

/** Continues from their version, with my changes carried over and conflicts resolved by `choices`. */
export function mergeTheirs(saving: Autosave, theirs: NewerAnswers, choices: Record<string, Choice>): void {
  const bases = possibleBases(saving)
  const carry = (mine: Answers) => mergeAnswers(bases, mine, theirs.answers, choices).answers
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
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_DELAY_MS)
}

function schedule(saving: Autosave, milliseconds: number): void {
  stopTimer(saving)
  saving.timer = saving.tools.setTimer(() => {
    saving.timer = undefined
    if (isDirty(saving) && !saving.currentSave && !saving.theirs && !saving.isComposing) void save(saving)
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

/**
 * Copies a long document at the user's next pause or when the page is left, instead of on each key press.
 */
function storeCopySoon(saving: Autosave): void {
  saving.tools.clearTimer(saving.copyTimer)
  if (saving.copyLength < LONG_COPY_LENGTH) storeCopy(saving)
  else saving.copyTimer = saving.tools.setTimer(() => storeCopy(saving), COPY_DELAY_MS)
}

/**
 * Removes only copies that have not changed since they were adopted, because their tab may still be open.
 */
function removeAdopted(saving: Autosave): void {
  const { storage } = saving.tools
  for (const { key, text } of saving.adopted) if (storage.getItem(key) === text) storage.removeItem(key)
  saving.adopted = []
}

function setState(saving: Autosave, patch: Partial<AutosaveState>): void {
  saving.state = { ...saving.state, ...patch }
  saving.tools.onState(saving.state)
}
