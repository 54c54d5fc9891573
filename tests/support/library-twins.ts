import { parseMarks } from '#modules/documents/assembly/marks.ts'
import { templateClauses } from '#modules/documents/assembly/outline.ts'
import type { Template } from '#modules/documents/assembly/template/template.ts'
import type { Run, Sides } from '#modules/documents/assembly/tree.ts'
import { readTemplate, templateFiles } from '#modules/documents/library/template-files.ts'

/** Every template of the library that can be read. */
export const libraryTemplates = (): Template[] =>
  templateFiles().flatMap((file) => {
    const result = readTemplate(file)
    return 'template' in result ? [result.template] : []
  })

/** Every text of a template in both languages, all alternatives among them, with its marks. */
export function twinsOf(template: Template): { id: string; text: Sides<string> & { hant?: string } }[] {
  const { code } = template
  return [...templateClauses(template)].flatMap(({ clause: { id, text, alternatives = [] } }) => [
    { id: `${code}/${id}`, text },
    ...alternatives.map((one) => ({ id: `${code}/${id}/${one.id}`, text: one.text })),
  ])
}

/** A text with marks as runs: blanks and parties by what they are of, with nothing filled in. */
export function runsOf(text: string): Run[] {
  return parseMarks(text).map((mark): Run => {
    if (mark.kind === 'field' || mark.kind === 'ref') return { kind: mark.kind, text: '', of: mark.id }
    if (mark.kind !== 'party') return { kind: 'text', text: mark.kind === 'text' ? mark.text : '' }
    return { kind: 'party', text: '', of: mark.attribute ? `${mark.key}.${mark.attribute}` : mark.key }
  })
}

export const bothRuns = ({ zh, en }: Sides<string>): Sides<Run[]> => ({ zh: runsOf(zh), en: runsOf(en) })
