export const FILING_STEPS = ['file', 'archive', 'unarchive'] as const

/** The last action in the list, and the number of its documents. */
export interface FilingAction {
  step: (typeof FILING_STEPS)[number]
  count: number
}

/** Reads the action from the list's address. */
export function readFilingAction({
  step,
  count = '',
}: Record<string, string | undefined>): FilingAction | null {
  const filingStep = FILING_STEPS.find((one) => one === step)
  return filingStep && /^\d{1,3}$/.test(count) ? { step: filingStep, count: Number(count) } : null
}
