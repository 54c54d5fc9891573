import type { ColumnType } from 'kysely'
import type { Twin, Words } from '#assembly/template/template.ts'

export const VERDICTS = ['ok', 'missing', 'negotiate', 'inapplicable'] as const
export type Verdict = (typeof VERDICTS)[number]

/** A point to look for in a contract: a clause of the template. */
export interface Point {
  id: string
  /** The title of the point's article. */
  article: Twin
  /** The text of the clause in the library, with its blanks named. */
  text: Twin
  guidance?: Words
  /** Whether mandatory law requires the clause. */
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

/** The checklist of an imported PDF. Its points do not change when the library changes. */
export interface ChecklistTable {
  document_id: string
  team_id: string
  template_code: string
  title: Json<Twin>
  points: Json<Point[]>
  /** The answers by point. */
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
