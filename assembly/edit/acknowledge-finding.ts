import { acknowledgementOf } from '../agreement/acknowledged-finding.ts'
import type { Answers } from '../answers.ts'
import { clauseAnswer } from '../outline.ts'
import type { Template } from '../template/template.ts'
import type { OpenPoint } from '../tree.ts'

/** Acknowledges a finding. Acknowledgements of earlier wordings of the clause are removed. */
export function acknowledgeFinding(answers: Answers, _template: Template, point: OpenPoint): Answers {
  const now = clauseAnswer(answers, point.at)
  const ofThisWording = (now?.meant ?? []).filter(({ of }) => of === point.of)
  const acknowledged = [...ofThisWording, acknowledgementOf(point)]
  return { ...answers, clauses: { ...answers.clauses, [point.at]: { ...now, meant: acknowledged } } }
}
