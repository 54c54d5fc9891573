import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import { type ComponentType, createContext, useContext } from 'react'
import type { Answers, Party, Side } from '#assembly/answers.ts'
import { assembleText } from '#assembly/assemble-text.ts'
import type { Reason } from '#assembly/rules/leaves.ts'
import type { Position } from '#assembly/template/position.ts'
import type { Clause, Field, RoleTraits, Template, Twin } from '#assembly/template/template.ts'
import type {
  ArticleNode,
  ClauseNode,
  DocumentTree,
  OpenPoint,
  PartyNode,
  SignatureNode,
} from '#assembly/tree.ts'
import type { ContactSuggestionsProps } from '../../contact-suggestions.tsx'
import type { SaveContactProps } from '../../save-contact.tsx'
import { type Autosave, type AutosaveState, edit } from './autosave.ts'
import {
  closeStep,
  emptyHistory,
  type History,
  rebaseHistory,
  recordChange,
  redoStep,
  undoStep,
} from './history.ts'
import { createPreviewState, type PreviewState, refreshPreviewNow, schedulePreview } from './preview-state.ts'
import { shareParts } from './same.ts'
import type { Mode } from './unsaved-answers.ts'

export type EditorLocale = 'zh_CN' | 'zh_TW' | 'en_US'

/** A blank that is open for input. Its index counts the blanks of one side of a clause. */
export interface OpenBlank {
  clause: string
  side: Side
  index: number
}

/** Parts of the paper with a form, which opens in place. */
export type OpenForm = 'parties' | 'signatures' | 'languages'

/** The current search in the document. */
export interface Search {
  query: string
  replacement: string
  matchCase: boolean
  /** The index of the current match. */
  at: number
}

/** One of the texts that a clause can have. */
export interface Wording extends Position {
  /** The id of the alternative; '' for the template's text. */
  id: string
  label: string
  text: Twin
}

export interface AboutProps {
  node: ClauseNode
  /** The id of the article that contains the clause; undefined for a recital. */
  article?: string
}

export interface PartyRoleProps {
  party: Party
  node: PartyNode
  traits: RoleTraits | undefined
  pointAt: (attribute: string) => OpenPoint | undefined
  set: (patch: Pick<Party, 'role'>, about: string) => void
}

export interface CustomTextProps {
  node: ClauseNode
  sides: Side[]
  script: Answers['languages']['script']
}

export interface ArticleToolsProps {
  article: ArticleNode
  /** The printed heading: Article 3 Term. */
  name: string
  writing: boolean
}

export interface ClauseToolsProps {
  node: ClauseNode
  article?: string
  within?: ClauseNode
  writing: boolean
}

/** Parts that the editor does not need at the start. */
export interface LazyParts {
  AboutClause: ComponentType<AboutProps>
  Alternatives: ComponentType<{ clause: Clause }>
  ArticleTools: ComponentType<ArticleToolsProps>
  ClauseTools: ComponentType<ClauseToolsProps>
  ArticleTitle: ComponentType<{ article: ArticleNode; sides: Side[] }>
  ConflictDialog: ComponentType
  FinaliseDialog: ComponentType
  InlineBlank: ComponentType<{ field: string; blank: OpenBlank }>
  LanguageBoxes: ComponentType
  LeftOut: ComponentType<{ because: Reason[] }>
  ReasonForm: ComponentType<{ point: OpenPoint }>
  CustomText: ComponentType<CustomTextProps>
  PartyRole: ComponentType<PartyRoleProps>
  PointList: ComponentType<{ close: () => void }>
  Restored: ComponentType
  ContactSuggestions: ComponentType<ContactSuggestionsProps>
  SaveContact: ComponentType<SaveContactProps>
  RenameBoxes: ComponentType<{ close: () => void }>
  Outline: ComponentType
  TableBelow: ComponentType<{ node: ClauseNode; sides: Side[]; script: Answers['languages']['script'] }>
  TableForm: ComponentType<{ field: Field; id: string }>
  SignatureForm: ComponentType<{ signatures: SignatureNode[] }>
  SearchControls: ComponentType
  MenuItems: ComponentType<{ close: () => void }>
  step(editor: EditorState, by: 1 | -1): void
  agreementPoints(tree: DocumentTree, written: { template: Template; answers: Answers }): OpenPoint[]
  confirmPoint(answers: Answers, template: Template, point: OpenPoint, reason?: string): Answers
  goToNext(editor: EditorState): void
  goToPoint(editor: EditorState, point: OpenPoint): void
  focusablePlace(editor: EditorState): HTMLElement | null
}

/** The state of an editing session. Components read its signals; the functions below write them. */
export interface EditorState {
  id: string
  template: Template
  locale: EditorLocale
  userName: string
  mayFinalise: boolean
  isFreePackage: boolean
  ownParty: Partial<Omit<Party, 'key'>>
  name: Signal<string>
  number: Signal<string>
  answers: Signal<Answers>
  preview: PreviewState
  tree: ReadonlySignal<DocumentTree>
  /** Open points about differences between Chinese and English, as of the last pause. */
  findings: Signal<OpenPoint[]>
  /** All open points. */
  open: ReadonlySignal<OpenPoint[]>
  /** Open points by the id of the clause that contains them. */
  openIn: ReadonlySignal<Record<string, OpenPoint[]>>
  history: Signal<History>
  saving: Signal<AutosaveState>
  mode: Signal<Mode>
  /** The clause or part that the side panel is about. */
  selected: Signal<string>
  blank: Signal<OpenBlank | null>
  /** The clause whose custom text is being edited. */
  writing: Signal<string>
  form: Signal<OpenForm | null>
  drawer: Signal<boolean>
  /** Whether the list of open points is shown. */
  listed: Signal<boolean>
  finalising: Signal<boolean>
  restored: Signal<boolean>
  search: Signal<Search | null>
  /** A replacement that a field refused, until the next change; `at` as in an open point. */
  refused: Signal<{ at: string; words: string } | null>
  lazyParts: Signal<LazyParts | null>
  /** Whether loading the remaining parts failed. */
  loadFailed: Signal<boolean>
  /** The properties from here on exist only in the browser. */
  saver: Autosave | null
  load: (() => Promise<void>) | null
  /**
   * The open point that was visited last. Once it is set, missing values are reported next to their fields.
   */
  lastPoint: Signal<string>
  /**
   * Whether the user has asked for the missing points; before that, an empty field is not shown as a
   * mistake.
   */
  showsMissing: ReadonlySignal<boolean>
}

/** The server's copy of the document when the editor opens. */
export interface OpenedDocument {
  id: string
  name: string
  number: string
  version: number
  /** ISO date and time. */
  savedAt: string
  template: Template
  answers: Answers
  /** yyyy-MM-dd: the day on which the editor was opened. */
  today: string
}

interface EditorUser {
  userName: string
  mayFinalise: boolean
  isFreePackage?: boolean
  ownParty?: Partial<Omit<Party, 'key'>>
}

export function openEditor(
  document: OpenedDocument,
  locale: EditorLocale,
  { userName, mayFinalise, isFreePackage = false, ownParty = {} }: EditorUser,
): EditorState {
  const { id, template, version, savedAt } = document
  const name = signal(document.name)
  const number = signal(document.number)
  const answers = signal(document.answers)
  const lastPoint = signal('')
  const preview = createPreviewState(answers)
  let lastTree: DocumentTree | undefined
  const tree = computed(() => {
    const startedAt = performance.now()
    const newTree = assembleText({
      name: '',
      number: number.value,
      template,
      answers: preview.shownAnswers.value,
      today: document.today,
    })
    lastTree = lastTree ? shareParts(lastTree, newTree) : newTree
    preview.duration = performance.now() - startedAt
    return lastTree
  })
  const findings = signal<OpenPoint[]>([])
  const open = computed(() => [...tree.value.open, ...findings.value])
  let lastOpen: Record<string, OpenPoint[]> = {}
  const openIn = computed(() => {
    lastOpen = shareParts(lastOpen, groupPoints(open.value))
    return lastOpen
  })
  return {
    id,
    template,
    locale,
    userName,
    mayFinalise,
    isFreePackage,
    ownParty,
    name,
    number,
    answers,
    preview,
    tree,
    openIn,
    findings,
    open,
    history: signal(emptyHistory),
    saving: signal<AutosaveState>({ status: 'saved', version, savedAt, message: '', conflict: null }),
    mode: signal<Mode>(isNew(version) ? 'fill' : 'edit'),
    selected: signal(''),
    blank: signal<OpenBlank | null>(null),
    writing: signal(''),
    form: signal<OpenForm | null>(null),
    drawer: signal(false),
    listed: signal(false),
    finalising: signal(false),
    restored: signal(false),
    search: signal<Search | null>(null),
    refused: signal<EditorState['refused']['value']>(null),
    lazyParts: signal<LazyParts | null>(null),
    loadFailed: signal(false),
    saver: null,
    load: null,
    lastPoint,
    showsMissing: computed(() => lastPoint.value !== ''),
  }
}

/** Whether the document has never been saved. */
export const isNew = (version: number): boolean => version === 1

function groupPoints(points: OpenPoint[]): Record<string, OpenPoint[]> {
  const grouped: Record<string, OpenPoint[]> = Object.create(null)
  for (const point of points) {
    const clause = point.clause ?? ''
    grouped[clause] ??= []
    grouped[clause].push(point)
  }
  return grouped
}

/**
 * Makes one undoable change. Consecutive changes with the same `about` form one step until `endUndoStep` is
 * called.
 */
export function change(
  editor: EditorState,
  make: (answers: Answers, template: Template) => Answers,
  about?: string,
): void {
  const answersBefore = editor.answers.value
  const answersAfter = make(answersBefore, editor.template)
  if (answersAfter === answersBefore) return
  editor.history.value = recordChange(editor.history.value, answersBefore, about)
  editor.refused.value = null
  setAnswers(editor, answersAfter, about !== undefined)
}

/** Ends the current undo step; the next change begins a new one. */
export function endUndoStep(editor: EditorState): void {
  refreshPreviewNow(editor.preview)
  editor.history.value = closeStep(editor.history.value)
}

/** Changes the mode, and closes what was open in the other mode. */
export function setMode(editor: EditorState, mode: Mode): void {
  if (editor.mode.value === mode) return
  endUndoStep(editor)
  editor.blank.value = null
  editor.writing.value = ''
  editor.form.value = null
  editor.mode.value = mode
}

export function undo(editor: EditorState): void {
  const step = undoStep(editor.history.value, editor.answers.value)
  if (step) takeStep(editor, step)
}

export function redo(editor: EditorState): void {
  const step = redoStep(editor.history.value, editor.answers.value)
  if (step) takeStep(editor, step)
}

function takeStep(editor: EditorState, step: { history: History; answers: Answers }) {
  editor.history.value = step.history
  setAnswers(editor, step.answers)
}

function setAnswers(editor: EditorState, answers: Answers, isTyped = false) {
  editor.answers.value = answers
  if (isTyped) schedulePreview(editor.preview)
  else refreshPreviewNow(editor.preview)
  if (editor.saver) edit(editor.saver, answers)
}

/**
 * Applies the changes of others. My undo steps are rebased, so that undoing does not revert those changes.
 */
export function applyMerged(
  editor: EditorState,
  answers: Answers,
  carry: (answers: Answers) => Answers,
): void {
  editor.history.value = rebaseHistory(editor.history.value, carry)
  editor.answers.value = answers
  refreshPreviewNow(editor.preview)
}

const EditorContext = createContext<EditorState | null>(null)
export const EditorProvider = EditorContext.Provider

export function useEditor(): EditorState {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('useEditor outside of an EditorProvider')
  return editor
}
