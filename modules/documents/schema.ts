import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Answers } from '#assembly/answers.ts'
import type { Template } from '#assembly/template/template.ts'
import type { SignaturePlace } from '#modules/printing/index.ts'
import type { LogEnd } from './log/log-end.ts'
import type { Status } from './status.ts'
import type { TranslationTables } from './translation/schema.ts'
import type { VersionCause } from './versions/version.ts'

type Json<T> = ColumnType<T, string, string>

export interface DocumentTable {
  id: string
  team_id: string
  creator_id: string
  name: string
  number: string
  status: Status
  /** How far it has come: the status's place in STAGES, from 1. */
  stage: GeneratedAlways<number>
  /**
   * The other parties' names, kept beside the answers for lists to show and search; '' where none is named.
   */
  counterparty: Generated<string>
  counterparty_en: Generated<string>
  /** What somebody wrote into it, in lower case, for the search. */
  words: Generated<string>
  /** Whether `documents.search` knows what it is found by now; the database itself takes that back. */
  searched: Generated<boolean>
  kind: Generated<DocumentKind>
  /** As `template` and `answers` null where a PDF was imported, which `findDocument` does not find. */
  template_code: string
  /** Of the template; kept beside it, so that a list need not unpack whole templates. */
  category: GeneratedAlways<string>
  template: Json<Template>
  answers: Json<Answers>
  /** Of the answers, kept beside them for lists. */
  bilingual: GeneratedAlways<boolean>
  /** Counts saves; a save names the version it started from. */
  version: Generated<number>
  saved_by: string
  created_at: Date
  updated_at: Date
  finalised_at: Date | null
  /** Of one bought singly: until when it can be edited and finalised. */
  valid_until: Date | null
  /** Whether it was finalised on the free demo: then all its files carry the mark. */
  watermarked: Generated<boolean>
  /** The document this draft was made from; null once that is gone. */
  copied_from: string | null
  copied_as: CopyKind | null
  /** The template of one's own that it was made from. */
  saved_template_id: string | null
  /** How often it was saved as one. */
  template_saves: Generated<number>
  /** While it is being translated nobody edits it. */
  translating: Generated<boolean>
  /** Why the document before it was declined, until somebody puts it away. */
  note: ColumnType<DeclineNote | null, string | null, string | null>
  /** Of its audit log; null, or with a seal that is not ours, where it was tampered with. */
  log_end: ColumnType<LogEnd | null, string | undefined, string>
  /** A deleted draft can be brought back for a while, and is on no page meanwhile. */
  deleted_at: Date | null
}

/** What a document is found by, written a little after it. */
export interface SearchTable {
  document_id: string
  team_id: string
  words: string
}

/** Drafted from a template, or imported as it is: a PDF. */
export type DocumentKind = 'drafted' | 'imported'

/** A revision takes the place of what it was made from. */
export type CopyKind = 'copy' | 'revision'

export interface DeclineNote {
  /** Of the document that was declined. */
  number: string
  by: string
  /** ISO */
  at: string
  reason: string
}

export interface NumberingTable {
  team_id: string
  year: number
  last: number
}

export type FileKind = 'final-pdf' | 'final-word' | 'signed-pdf' | 'imported-pdf' | 'original-pdf'

export interface FileTable {
  document_id: string
  kind: FileKind
  key: string
  sha256: string
  size: number
  /** Where the signature area's blocks stand, by party; empty for Word. */
  places: Json<SignaturePlace[]>
  pages: number
  created_at: Date
}

/** What somebody saved of a document as a template of their own. */
export interface SavedTemplateTable {
  id: string
  team_id: string
  creator_id: string
  name: string
  /** What it was saved of; null once that is gone. */
  document_id: string | null
  template_code: string
  template: Json<Template>
  category: GeneratedAlways<string>
  type: GeneratedAlways<Template['type']>
  answers: Json<Answers>
  created_at: Date
  updated_at: Date
  /** It can be brought back for a while, and is on no page meanwhile. */
  deleted_at: Date | null
}

/** What can happen to a document; the words stand under `documents.action` in the locales. */
export type ActionName =
  | 'create'
  | 'import'
  | 'edit'
  | 'rename'
  | 'copy'
  | 'revision'
  | 'delete'
  | 'restore'
  | 'restore-version'
  | 'adopt-template'
  | 'save-as-template'
  | 'translate'
  | 'undo-translation'
  | 'start-review'
  | 'open-to-review'
  | 'remind-reviewer'
  | 'change-reviewer-email'
  | 'accept-review'
  | 'return-review'
  | 'withdraw-review'
  | 'lapse-review'
  | 'reopen'
  | 'take-proposal'
  | 'finalise'
  | 'start-signing'
  | 'remind-signatory'
  | 'correct-address'
  | 'open-to-sign'
  | 'sign'
  | 'decline-signing'
  | 'expire-signing'
  | 'stop-signing'
  | 'extend-signing'
  | 'complete-signing'

export interface ActionTable {
  document_id: string
  /** 1, 2, 3 … within the document */
  number: number
  at: Date
  identity: 'creator' | 'colleague' | 'reviewer' | 'signatory' | 'system'
  operator: string
  action: ActionName
  details: Json<Record<string, string | number>>
  previous: string
  hash: string
}

/** What somebody made of a document in one sitting, or at one stroke. */
export interface VersionTable {
  document_id: string
  /** 1, 2, 3 … within the document; with gaps once old ones have gone. */
  number: number
  cause: VersionCause
  author_id: string
  /** Their name of that day; empty once the account is deleted. */
  author: string
  begun_at: Date
  saved_at: Date
  /** The furthest it went: then nothing more is written into it. */
  reached: 'in_review' | 'finalised' | null
  /** Null of the last one: it is what the document holds. */
  answers: ColumnType<Answers | null, string | null | undefined, string | null>
}

/** A template that a document was made of until it adopted another version. */
export interface FormerTemplateTable {
  document_id: string
  /** The first version of the document, and the first save, that are not of it any more. */
  until: number
  until_save: number
  /** When that was. */
  until_at: Date
  template: Json<Template>
}

/** A document that is not in an archive, and why. */
export interface LeftOut {
  name: string
  number: string
  why: 'unfinished' | 'generating' | 'changed'
}

/** The files of several documents in one, for a day. */
export interface ArchiveTable {
  id: string
  team_id: string
  account_id: string
  document_ids: string[]
  /** Of the ids: the same documents are not put together twice at once. */
  key: string
  /** In which language the files are named. */
  locale: string
  state: 'making' | 'ready'
  /** How many of the documents are in it. */
  done: Generated<number>
  /** In bytes; null until it is ready. */
  size: number | null
  left_out: Json<LeftOut[]>
  created_at: Date
  ended_at: Date | null
}

export interface DocumentsTables extends TranslationTables {
  'documents.document': DocumentTable
  'documents.search': SearchTable
  'documents.numbering': NumberingTable
  'documents.file': FileTable
  'documents.action': ActionTable
  'documents.saved_template': SavedTemplateTable
  'documents.archive': ArchiveTable
  'documents.version': VersionTable
  'documents.former_template': FormerTemplateTable
}

declare module '#src/db/db.ts' {
  interface Database extends DocumentsTables {}
}
