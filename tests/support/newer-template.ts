import { templateClauses } from '#assembly/outline.ts'
import type { Template } from '#assembly/template/template.ts'
import { libraryEntries, putInForce } from '#modules/templates/library.ts'

/** Publishes the next version of a template, until `putShippedInForce()`. */
export function publishNext(
  code: string,
  change: (template: Template) => void,
  { retired = false } = {},
): Template {
  let made: Template | undefined
  putInForce(
    libraryEntries().map((entry) => {
      if (entry.template.code !== code) return entry
      const template = structuredClone(entry.template)
      template.version++
      change(template)
      made = template
      return { ...entry, template, ...(retired && { retiredAt: new Date() }) }
    }),
  )
  if (!made) throw new Error(`there is no template ${code}`)
  return made
}

/** The clause, item or recital with that id. */
export function clauseIn(template: Template, id: string) {
  for (const { clause } of templateClauses(template)) if (clause.id === id) return clause
  throw new Error(`there is no clause ${id}`)
}
