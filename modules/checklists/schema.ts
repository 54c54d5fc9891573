import type { ColumnType } from 'kysely'
import type { Twin, Words } from '#assembly/template/template.ts'

export const VERDICTS = ['ok', 'missing', 'negotiate', 'inapplicable'] as const
export type Verdict = (typeof VERDICTS)[number]

/** A point to look for in a contract: a clause of the template. */
export interface Point {
  id: string
  /** The title of its article. */
  article: Twin
  /** How the library words it, with its blanks named. */
  text: Twin
  guidance?: Words
  /** Mandatory law requires it. */
  statutory?: true
  /** What the contract has to state: the labels of its blanks. */
  questions: Words[]
  /** What the law requires, and what is usual. */
  advice: Words[]
}

export interface PointAnswer {
  verdict: Verdict | ''
  note: string
}

type Json<T> = ColumnType<T, string, string>

/** The checklist of an imported PDF. It keeps its points when the library changes. */
export interface ChecklistTable {
  document_id: string
  team_id: string
  template_code: string
  title: Json<Twin>
  points: Json<Point[]>
  /** By point. */
  answers: ColumnType<Record<string, PointAnswer>, string | undefined, string>
  created_by: string | null
  created_at: Date
  updated_at: Date
}

export interface ChecklistsTables {
  'checklists.checklist': ChecklistTable
}

declare module '#src/db/db.ts' {
  interface Database extends ChecklistsTables {}
}
