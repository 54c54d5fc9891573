import type { FieldValue } from './template.ts'

/** Notes in a template's file for its maintainers; not shown to customers. */
export interface TemplateNotes {
  /** The points that a lawyer must confirm before the template is relied on. */
  review?: string[]
  /**
   * The principal law of the template, such as 公司法; articles cited without the name of a law belong to it.
   */
  law?: string
  /** Plausible answers; `chosen` maps the id of a clause to its wording. */
  sample?: {
    fields: Record<string, FieldValue>
    chosen?: Record<string, string>
    parties: Record<string, string>[]
  }
}
