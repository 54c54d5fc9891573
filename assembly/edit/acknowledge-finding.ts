import { acknowledgementOf } from '../agreement/acknowledged-finding.ts'
import type { Answers } from '../answers.ts'
import { clauseAnswer } from '../outline.ts'
import type { Template } from '../template/template.ts'
import type { OpenPoint } from '../tree.ts'

/** A clause keeps so many acknowledgements: those of earlier wordings go first. */
const MOST = 100

/** Acknowledges a finding in a text, a filled-in field or a table cell of a clause. */
export function acknowledgeFinding(answers: Answers, _template: Template, point: OpenPoint): Answers {
  const now = clauseAnswer(answers, point.at)
  const acknowledged = [...(now?.meant ?? []), acknowledgementOf(point)].slice(-MOST)
  return { ...answers, clauses: { ...answers.clauses, [point.at]: { ...now, meant: acknowledged } } }
}
