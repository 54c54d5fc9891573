import { parseMarks } from '../marks.ts'
import { templateClauses } from '../outline.ts'
import type { Template, Twin } from '../template/template.ts'
import type { Run, Sides } from '../tree.ts'

/**
 * Every text of a template in both languages with its marks, including all alternatives, whose `id` is
 * `clause/alternative`.
 */
export const twinsOf = (template: Template): { id: string; text: Twin }[] =>
  [...templateClauses(template)].flatMap(({ clause: { id, text, alternatives = [] } }) => [
    { id, text },
    ...alternatives.map((one) => ({ id: `${id}/${one.id}`, text: one.text })),
  ])

/** Converts a text with marks to runs; the runs of blanks and parties have ids and no values. */
export function runsOf(text: string): Run[] {
  return parseMarks(text).map((mark): Run => {
    if (mark.kind === 'field' || mark.kind === 'ref') return { kind: mark.kind, text: '', target: mark.id }
    if (mark.kind !== 'party') return { kind: 'text', text: mark.kind === 'text' ? mark.text : '' }
    return { kind: 'party', text: '', target: mark.attribute ? `${mark.key}.${mark.attribute}` : mark.key }
  })
}

export const bothRuns = ({ zh, en }: Sides<string>): Sides<Run[]> => ({ zh: runsOf(zh), en: runsOf(en) })
