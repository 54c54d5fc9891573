import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import { createContext, useContext } from 'react'
import type { Answers, Side } from '#modules/documents/assembly/answers.ts'
import { assemble } from '#modules/documents/assembly/assemble.ts'
import type { Template } from '#modules/documents/assembly/template/template.ts'
import type { DocumentTree, OpenPoint } from '#modules/documents/assembly/tree.ts'
import { edit, type Saving, type SavingState } from './autosave.ts'
import {
  closeStep,
  emptyHistory,
  type History,
  noteChange,
  rebaseHistory,
  redoStep,
  undoStep,
} from './history.ts'
import { shareParts } from './same.ts'

export type EditorLocale = 'zh_CN' | 'zh_TW' | 'en_US'

/** A blank opened where it stands: which one, in which clause and side. */
export interface OpenBlank {
  clause: string
  side: Side
  index: number
}

/** The parts of the paper that are filled in by a form of their own, in place. */
export type OpenForm = 'parties' | 'signatures' | 'languages'

/** Everything on the desk of one editing session. Signals are read by components, written by the functions below. */
export interface Desk {
  id: string
  template: Template
  locale: EditorLocale
  userName: string
  mayFinalise: boolean
  name: Signal<string>
  number: Signal<string>
  answers: Signal<Answers>
  tree: ReadonlySignal<DocumentTree>
  /** Open points by the clause in which they stand. */
  openIn: ReadonlySignal<Record<string, OpenPoint[]>>
  history: Signal<History>
  saving: Signal<SavingState>
  mode: Signal<'fill' | 'edit'>
  /** The clause or part the side panel is about. */
  selected: Signal<string>
  blank: Signal<OpenBlank | null>
  /** The clause whose own text is being written. */
  writing: Signal<string>
  form: Signal<OpenForm | null>
  drawer: Signal<boolean>
  finalising: Signal<boolean>
  restored: Signal<boolean>
  /** There only in the browser. */
  saver: Saving | null
  /** The open point last gone to: from then on each says beside its field that it is missing. */
  lastPoint: Signal<string>
}

interface Start {
  id: string
  name: string
  number: string
  version: number
  savedAt: string
  template: Template
  answers: Answers
}

export function openDesk(
  document: Start,
  locale: EditorLocale,
  { userName, mayFinalise }: { userName: string; mayFinalise: boolean },
): Desk {
  const { id, template, version, savedAt } = document
  const [name, number] = [signal(document.name), signal(document.number)]
  const answers = signal(document.answers)
  let last: DocumentTree | undefined
  const tree = computed(() => {
    const next = assemble({ name: '', number: number.value, template, answers: answers.value })
    last = last ? shareParts(last, next) : next
    return last
  })
  let lastOpen: Record<string, OpenPoint[]> = {}
  const openIn = computed(() => {
    lastOpen = shareParts(lastOpen, groupPoints(tree.value.open))
    return lastOpen
  })
  return {
    ...{ id, template, locale, userName, mayFinalise, name, number, answers, tree, openIn },
    history: signal(emptyHistory),
    saving: signal<SavingState>({ status: 'saved', version, savedAt, message: '', conflict: null }),
    mode: signal<'fill' | 'edit'>('edit'),
    selected: signal(''),
    blank: signal<OpenBlank | null>(null),
    writing: signal(''),
    form: signal<OpenForm | null>(null),
    drawer: signal(false),
    finalising: signal(false),
    restored: signal(false),
    saver: null,
    lastPoint: signal(''),
  }
}

function groupPoints(points: OpenPoint[]): Record<string, OpenPoint[]> {
  const grouped: Record<string, OpenPoint[]> = {}
  for (const point of points) {
    const clause = point.clause ?? ''
    grouped[clause] ??= []
    grouped[clause].push(point)
  }
  return grouped
}

/** Makes one undoable change. `about`: key strokes in one place are one step until `settle`. */
export function change(
  desk: Desk,
  make: (answers: Answers, template: Template) => Answers,
  about?: string,
): void {
  const before = desk.answers.value
  const after = make(before, desk.template)
  if (after === before) return
  desk.history.value = noteChange(desk.history.value, before, about)
  putDown(desk, after)
}

/** The visit to one place is over: what comes next is a step of its own. */
export function settle(desk: Desk): void {
  desk.history.value = closeStep(desk.history.value)
}

/** Changes the way of working; whatever was open in the other one is closed. */
export function setMode(desk: Desk, mode: 'fill' | 'edit'): void {
  if (desk.mode.value === mode) return
  settle(desk)
  desk.blank.value = null
  desk.writing.value = ''
  desk.form.value = null
  desk.mode.value = mode
}

export function undo(desk: Desk): void {
  const step = undoStep(desk.history.value, desk.answers.value)
  if (step) takeStep(desk, step)
}

export function redo(desk: Desk): void {
  const step = redoStep(desk.history.value, desk.answers.value)
  if (step) takeStep(desk, step)
}

function takeStep(desk: Desk, step: { history: History; answers: Answers }) {
  desk.history.value = step.history
  putDown(desk, step.answers)
}

function putDown(desk: Desk, answers: Answers) {
  desk.answers.value = answers
  if (desk.saver) edit(desk.saver, answers)
}

/** What others changed has come in; my steps are carried over so that undoing them keeps it. */
export function takeMerged(desk: Desk, answers: Answers, carry: (answers: Answers) => Answers): void {
  desk.history.value = rebaseHistory(desk.history.value, carry)
  desk.answers.value = answers
}

const DeskContext = createContext<Desk | null>(null)
export const DeskProvider = DeskContext.Provider

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('the editor has no desk')
  return desk
}
