import { acknowledgementOf } from '../agreement/acknowledged-finding.ts'
import type { Answers, Confirmation } from '../answers.ts'
import { confirmationKey, maxConfirmations, maxReasonLength } from '../confirmation/confirmation.ts'
import { machineKey } from '../open-points/machine-points.ts'
import { clauseAnswer } from '../outline.ts'
import type { Template } from '../template/template.ts'
import type { OpenPoint } from '../tree.ts'

/** The maximum number of acknowledgements for a clause; the oldest are removed first. */
const MAX_CONFIRMATIONS = 100

/**
 * Confirms an open point: a difference between the two languages in a clause, a filled-in field or a table
 * cell; an advice; a machine translation; or, with a reason, a statutory clause with a custom text.
 */
export function confirmPoint(answers: Answers, _template: Template, point: OpenPoint, reason = ''): Answers {
  if (point.kind === 'machine') return withoutMark(answers, machineKey(point))
  if (point.kind !== 'mismatch' || point.at.startsWith('party:'))
    return { ...answers, confirmed: withConfirmed(answers, point, reason) }
  const clauseAnswers = clauseAnswer(answers, point.at)
  const acknowledged = [...(clauseAnswers?.meant ?? []), acknowledgementOf(point)].slice(-MAX_CONFIRMATIONS)
  return {
    ...answers,
    clauses: { ...answers.clauses, [point.at]: { ...clauseAnswers, meant: acknowledged } },
  }
}

function withoutMark(answers: Answers, key: string): Answers {
  const { [key]: _, ...machine } = answers.machine ?? {}
  return { ...answers, machine }
}

function withConfirmed({ confirmed = [] }: Answers, point: OpenPoint, reason: string): Confirmation[] {
  const name = confirmationKey(point)
  const words = reason.trim().slice(0, maxReasonLength)
  const added: Confirmation = { point: name, ...(words && { reason: words }) }
  return [...confirmed.filter((one) => one.point !== name), added].slice(-maxConfirmations)
}
