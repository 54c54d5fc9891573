import { templateClauses } from '#assembly/outline.ts'
import type { Clause, Field, Template } from '#assembly/template/template.ts'

/** The parts of the template by id. The template never changes while the editor is open. */
export interface Lookup {
  clauses: Map<string, Clause>
  fields: Map<string, Field>
}

const lookups = new WeakMap<Template, Lookup>()

export function lookupOf(template: Template): Lookup {
  const cached = lookups.get(template)
  if (cached) return cached
  const lookup: Lookup = {
    clauses: new Map([...templateClauses(template)].map(({ clause }) => [clause.id, clause])),
    fields: new Map(template.fields.map((field) => [field.id, field])),
  }
  lookups.set(template, lookup)
  return lookup
}
