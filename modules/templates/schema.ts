import type { ColumnType, Generated } from 'kysely'
import type { Template } from '#assembly/template/template.ts'
import type { TemplateNotes } from '#assembly/template/template-notes.ts'
import type { ErrorCode } from '#src/core/errors.ts'
import type { Pronunciation } from './library/pronunciation.ts'
import type { Problem } from './publishing/inspect.ts'

type Json<T> = ColumnType<T, string, string>

/**
 * A template of the library: when the library first contained it, its version and when that came into force,
 * and when the newsletter announced it.
 */
export interface LibraryEntryTable {
  code: string
  first_seen_at: Date
  told_at: Date | null
  /** The highest version so far, shipped or published. */
  version: number | null
  version_at: Date | null
  /** When it was retired. */
  retired_at: Date | null
}

/** A version of a template that staff published. Rows are never changed. */
export interface PublishedTemplateTable {
  code: string
  version: number
  /** The source as YAML. */
  yaml: string
  /** The template with its blocks expanded and its traditional Chinese derived. */
  template: Json<Template>
  notes: Json<TemplateNotes>
  spoken: ColumnType<Pronunciation | null, string | null, never>
  /** Id of the checked draft, which is deleted after a while. */
  draft_id: string
  published_by: string
  published_at: Date
}

/** The source of a template with the findings of its check. Unchanged after publication. */
export interface TemplateDraftTable {
  id: string
  yaml: string
  /** Number of changes so far. */
  revision: ColumnType<number, number | undefined, number>
  /** The source before the last change. */
  previous: ColumnType<string | null, string | null | undefined, string | null>
  /** `code`, `template` and `notes` are null if the source cannot be parsed. */
  code: string | null
  version: number | null
  template: ColumnType<Template | null, string | null, string | null>
  notes: ColumnType<TemplateNotes | null, string | null, string | null>
  problems: Json<Problem[]>
  checked_by: string
  checked_at: Date
}

/** A checked draft that will be published on a certain day. */
export interface SchedulingTable {
  draft_id: string
  /** As yyyy-MM-dd. */
  publish_on: string
  scheduled_by: string
  /** Why the draft's doubts were confirmed; '' without doubts. */
  reason: Generated<string>
  /** Why the draft could not be published. */
  not_published: ErrorCode | null
}

export interface TemplateActionTable {
  id: string
  code: string
  staff_id: string
  action: 'publish' | 'retire' | 'restore'
  /** Set for a publication. */
  version: number | null
  /** For a publication: the doubts that were confirmed by hand. */
  details: Json<{ confirmed?: string[]; reason?: string }>
  at: Date
}

/** A version of a shared block that staff published. Rows are never changed. */
export interface PublishedBlockTable {
  name: string
  /** Numbered from 1; the block that comes with the program counts as 0. */
  version: number
  yaml: string
  reason: string
  published_by: string
  published_at: Date
}

/** The draft of a changed shared block; at most one per block. */
export interface BlockDraftTable {
  id: string
  name: string
  /** The version that the draft changes. */
  base_version: number
  yaml: string
  /** Number of changes so far. */
  revision: Generated<number>
  state: 'edited' | 'checking' | 'checked'
  changed_by: string
  changed_at: Date
}

/**
 * The check's findings for a block draft in one template that contains the block, in the template's next
 * version.
 */
export interface BlockFindingTable {
  draft_id: string
  code: string
  version: number
  yaml: string
  problems: Json<Problem[]>
  /** `template` and `notes` are null if the source cannot be parsed. */
  template: ColumnType<Template | null, string | null, never>
  notes: ColumnType<TemplateNotes | null, string | null, never>
  spoken: ColumnType<Pronunciation | null, string | null, never>
}

export interface TemplatesTables {
  'templates.library_entry': LibraryEntryTable
  'templates.published_template': PublishedTemplateTable
  'templates.template_draft': TemplateDraftTable
  'templates.scheduling': SchedulingTable
  'templates.template_action': TemplateActionTable
  'templates.published_block': PublishedBlockTable
  'templates.block_draft': BlockDraftTable
  'templates.block_finding': BlockFindingTable
}

declare module '#src/db/db.ts' {
  interface Database extends TemplatesTables {}
}
