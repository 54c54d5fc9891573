import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Answers } from '#assembly/answers.ts'
import type { Template } from '#assembly/template/template.ts'
import type { SignaturePlace } from '#modules/printing/index.ts'
import type { FilingTables } from './filing/schema.ts'
import type { LogEnd } from './log/log-end.ts'
import type { SecondReadingTables } from './second-reading/schema.ts'
import type { FailedSigning, Status } from './status.ts'
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
  /** The position of the status in STAGES, from 1 (completed). */
  stage: GeneratedAlways<number>
  /**
   * The other parties' names, stored beside the answers for lists to show and search; '' when no name is
   * filled in.
   */
  counterparty: Generated<string>
  counterparty_en: Generated<string>
  /** The searchable text that people entered, folded. */
  words: Generated<string>
  /** The name and the number, folded for the search; '' until `index-documents` folds them. */
  called: Generated<string>
  /** Whether `documents.search` is up to date; a database trigger resets it. */
  searched: Generated<boolean>
  kind: Generated<DocumentKind>
  /** Like `template` and `answers`, null for an imported PDF; `findDocument` throws NOT_FOUND for it. */
  template_code: string
  /** The template's category, stored separately so that lists need not read whole templates. */
  category: GeneratedAlways<string>
  template: Json<Template>
  answers: Json<Answers>
  /** From the answers; a separate column for lists. */
  bilingual: GeneratedAlways<boolean>
  /** The number of the last save; a save states the version that it started from. */
  version: Generated<number>
  saved_by: string
  created_at: Date
  updated_at: Date
  finalised_at: Date | null
  /** How the last signing of a finalised document failed; null if it did not fail, or there was none. */
  failed_signing: Generated<FailedSigning | null>
  /** For a document bought singly, the time until which it can be edited and finalised. */
  valid_until: Date | null
  /** Whether the document was finalised on the free demo; all its files then have the watermark. */
  watermarked: Generated<boolean>
  /** The document from which this draft was made; null once that document is deleted. */
  copied_from: string | null
  copied_as: CopyKind | null
  /** The saved template from which the draft was made. */
  saved_template_id: string | null
  /** The number of times that the document was saved as a template. */
  template_saves: Generated<number>
  /** Whether the document is being translated and therefore cannot be edited. */
  translating: Generated<boolean>
  /** The reason for declining the previous document, until the note is hidden. */
  note: ColumnType<DeclineNote | null, string | null, string | null>
  /** The end of the document's audit log; null, or with an invalid seal, when it was tampered with. */
  log_end: ColumnType<LogEnd | null, string | undefined, string>
  /** The team's folder that contains the document. */
  folder_id: string | null
  /** The time of archiving: an archived document is only in the list of archived documents. */
  archived_at: Date | null
  /** The time of deletion: a deleted draft can be restored for a while, and no page shows it meanwhile. */
  deleted_at: Date | null
}

/** The search index of a document, written shortly after it. */
export interface SearchTable {
  document_id: string
  team_id: string
  words: string
}

/** Drafted from a template, or imported as a PDF. */
export type DocumentKind = 'drafted' | 'imported'

/** A revision replaces the document from which it was made. */
export type CopyKind = 'copy' | 'revision'

export interface DeclineNote {
  /** The number of the declined document. */
  number: string
  by: string
  /** The time, in ISO format. */
  at: string
  reason: string
}

export interface NumberingTable {
  team_id: string
  year: number
  last: number
}

export type FileKind =
  | 'final-pdf'
  | 'final-word'
  | 'signed-pdf'
  | 'imported-pdf'
  | 'original-pdf'
  | 'completion-certificate'

export interface FileTable {
  document_id: string
  kind: FileKind
  key: string
  sha256: string
  size: number
  /** The places of the signature area's blocks, by party; empty for Word. */
  places: Json<SignaturePlace[]>
  pages: number
  created_at: Date
}

/** A template that a person saved from a document. */
export interface SavedTemplateTable {
  id: string
  team_id: string
  creator_id: string
  name: string
  /** The folded name, for the search; empty in rows of earlier releases. */
  called: Generated<string>
  /** The document from which the template was saved; null once that document is deleted. */
  document_id: string | null
  template_code: string
  template: Json<Template>
  category: GeneratedAlways<string>
  type: GeneratedAlways<Template['type']>
  answers: Json<Answers>
  created_at: Date
  updated_at: Date
  /**
   * The time of deletion: a deleted template can be restored for a while, and no page shows it meanwhile.
   */
  deleted_at: Date | null
}

/** The actions on a document; their labels are in the locales under `documents.action`. */
export type ActionName =
  | 'create'
  | 'import'
  | 'edit'
  | 'first-draft'
  | 'rename'
  | 'copy'
  | 'revision'
  | 'delete'
  | 'restore'
  | 'archive'
  | 'unarchive'
  | 'restore-version'
  | 'adopt-template'
  | 'save-as-template'
  | 'translate'
  | 'undo-translation'
  | 'second-reading'
  | 'start-review'
  | 'open-to-review'
  | 'remind-reviewer'
  | 'change-reviewer-email'
  | 'accept-review'
  | 'return-review'
  | 'withdraw-review'
  | 'end-review'
  | 'continue-review'
  | 'share-comment'
  | 'lapse-review'
  | 'reopen'
  | 'take-proposal'
  | 'finalise'
  | 'start-signing'
  | 'remind-signatory'
  | 'open-link'
  | 'read-to-end'
  | 'approve-signing'
  | 'hand-over'
  | 'ask-sender'
  | 'answer-signatory'
  | 'extend-deadline'
  | 'correct-address'
  | 'check-real-name'
  | 'fail-real-name'
  | 'waive-real-name'
  | 'invite-signatory'
  | 'deliver-invitation'
  | 'refuse-invitation'
  | 'send-code'
  | 'open-to-sign'
  | 'sign'
  | 'write-signature'
  | 'decline-signing'
  | 'expire-signing'
  | 'stop-signing'
  | 'extend-signing'
  | 'complete-signing'
  | 'renew-proof'
  | 'fetch-evidence'
  | 'fetch-signed-file'
  | 'seal-log'

export interface ActionTable {
  document_id: string
  /** The number within the document, from 1. */
  number: number
  at: Date
  identity: 'creator' | 'colleague' | 'reviewer' | 'signatory' | 'system'
  operator: string
  action: ActionName
  details: Json<Record<string, string | number>>
  previous: string
  hash: string
}

/** The content of a document after one editing session or one action. */
export interface VersionTable {
  document_id: string
  /** The number within the document, from 1; numbers are missing once old versions are deleted. */
  number: number
  cause: VersionCause
  author_id: string
  /** The author's name at that time; empty once the account is deleted. */
  author: string
  begun_at: Date
  saved_at: Date
  /** The furthest state that the version reached; such a version is not overwritten by later saves. */
  reached: 'in_review' | 'finalised' | null
  /** The content; null for the latest version, whose content is that of the document. */
  answers: ColumnType<Answers | null, string | null | undefined, string | null>
}

/** The template of a document before it adopted another version. */
export interface FormerTemplateTable {
  document_id: string
  /** The first version of the document with the next template, and the number of its first save. */
  until: number
  until_save: number
  /** The time of that save. */
  until_at: Date
  template: Json<Template>
}

/** A document left out of an archive, with the reason. */
export interface OmittedDocument {
  name: string
  number: string
  why: 'unfinished' | 'generating' | 'changed'
}

/** The files of several documents as one zip, available for a day. */
export interface ArchiveTable {
  id: string
  team_id: string
  account_id: string
  document_ids: string[]
  /** A key made of the documents' ids, which prevents two concurrent archives of the same documents. */
  key: string
  /** The language of the file names. */
  locale: string
  state: 'making' | 'ready'
  /** The number of documents that are packed. */
  done: Generated<number>
  /** The size in bytes; null until the archive is ready. */
  size: number | null
  left_out: Json<OmittedDocument[]>
  created_at: Date
  ended_at: Date | null
}

export interface DocumentsTables extends TranslationTables, SecondReadingTables, FilingTables {
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
