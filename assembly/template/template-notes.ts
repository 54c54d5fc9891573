import type { FieldValue } from './template.ts'

/** Notes in a template's file for its maintainers; not shown to customers. */
export interface TemplateNotes {
  /** The points that a lawyer must confirm before the template is relied on. */
  review?: string[]
  /** The main law of the template, such as 公司法; articles cited without a law belong to it. */
  law?: string
  /** Plausible answers; `chosen`: the wording of a clause, by its id. */
  sample?: {
    fields: Record<string, FieldValue>
    chosen?: Record<string, string>
    parties: Record<string, string>[]
  }
}
