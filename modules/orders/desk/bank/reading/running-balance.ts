import { faultAt, type Movement, type StatementFault } from './fault.ts'

/**
 * A fault if the running balance falls at credits and rises at debits, because the columns are then
 * confused. Files are sorted from the oldest line or from the newest.
 */
export function balanceFault(movements: Movement[]): StatementFault[] {
  const pairs = movements.slice(1).flatMap((row, index) => {
    const previousRow = movements[index]!
    if (row.balance === null || previousRow.balance === null) return []
    const difference = row.balance - previousRow.balance
    const amounts = [row.amount, previousRow.amount === null ? null : -previousRow.amount]
    return amounts.every((moved) => moved !== null) && difference
      ? [{ step: difference, moves: amounts }]
      : []
  })
  const isConsistent = (sign: bigint, end: 0 | 1) =>
    pairs.length > 0 && pairs.every(({ step, moves }) => moves[end]! * sign === step)
  const isRight = isConsistent(1n, 0) || isConsistent(1n, 1)
  const isSwapped = isConsistent(-1n, 0) || isConsistent(-1n, 1)
  return isSwapped && !isRight ? [faultAt(movements[0]!.line, 'balance', 'balance')] : []
}
