import { acknowledgementOf } from '../agreement/acknowledged-finding.ts'
import type { Answers } from '../answers.ts'
import { clauseAnswer } from '../outline.ts'
import type { Template } from '../template/template.ts'
import type { OpenPoint } from '../tree.ts'

/** Acknowledges a finding. Earlier acknowledgements about other texts are removed. */
export function acknowledgeFinding(answers: Answers, _template: Template, point: OpenPoint): Answers {
  const now = clauseAnswer(answers, point.at)
  const meant = [...(now?.meant ?? []).filter(({ of }) => of === point.of), acknowledgementOf(point)]
  return { ...answers, clauses: { ...answers.clauses, [point.at]: { ...now, meant } } }
}
