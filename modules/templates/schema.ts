import type { ColumnType } from 'kysely'
import type { Template, TemplateNotes } from '#assembly/template/template.ts'
import type { Spoken } from './library/spoken.ts'
import type { Problem } from './publishing/inspect.ts'

type Json<T> = ColumnType<T, string, string>

/**
 * A template of the library: when it was first there, in which version since when, and when the letter told
 * of it.
 */
export interface LibraryEntryTable {
  code: string
  first_seen_at: Date
  told_at: Date | null
  /** The highest there was, shipped or published. */
  version: number | null
  version_at: Date | null
  /** Since when it is offered nowhere. */
  retired_at: Date | null
}

/** A version of a template that staff have published; never changed. */
export interface PublishedTemplateTable {
  code: string
  version: number
  /** As it was written. */
  yaml: string
  /** With its blocks in place and its traditional Chinese derived. */
  template: Json<Template>
  notes: Json<TemplateNotes>
  spoken: ColumnType<Spoken | null, string | null, never>
  /** What was checked; gone after a while. */
  draft_id: string
  published_by: string
  published_at: Date
}

/** The source of a template with what its check has found; another check is another draft. */
export interface TemplateDraftTable {
  id: string
  yaml: string
  /** Null, as template and notes, where it cannot be read. */
  code: string | null
  version: number | null
  template: ColumnType<Template | null, string | null, never>
  notes: ColumnType<TemplateNotes | null, string | null, never>
  problems: Json<Problem[]>
  checked_by: string
  checked_at: Date
}

export interface TemplateActionTable {
  id: string
  code: string
  staff_id: string
  action: 'publish' | 'retire' | 'restore'
  /** Of a publication. */
  version: number | null
  /** Of a publication: what was confirmed by hand. */
  details: Json<{ confirmed?: string[] }>
  at: Date
}

export interface TemplatesTables {
  'templates.library_entry': LibraryEntryTable
  'templates.published_template': PublishedTemplateTable
  'templates.template_draft': TemplateDraftTable
  'templates.template_action': TemplateActionTable
}

declare module '#src/db/db.ts' {
  interface Database extends TemplatesTables {}
}
