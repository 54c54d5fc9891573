import { templateClauses } from '#assembly/outline.ts'
import type { Clause, Field, Template } from '#assembly/template/template.ts'

/** The template's parts by id. The template does not change while the editor is open. */
export interface Lookup {
  clauses: Map<string, Clause>
  fields: Map<string, Field>
}

const lookups = new WeakMap<Template, Lookup>()

export function lookupOf(template: Template): Lookup {
  const known = lookups.get(template)
  if (known) return known
  const made: Lookup = {
    clauses: new Map([...templateClauses(template)].map(({ clause }) => [clause.id, clause])),
    fields: new Map(template.fields.map((field) => [field.id, field])),
  }
  lookups.set(template, made)
  return made
}
