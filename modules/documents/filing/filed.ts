export const FILING_STEPS = ['file', 'archive', 'unarchive'] as const

/** What was just done in the list, and to how many documents. */
export interface Filed {
  step: (typeof FILING_STEPS)[number]
  count: number
}

/** As the list's address says it. */
export function readFiled({ step, count = '' }: Record<string, string | undefined>): Filed | null {
  const known = FILING_STEPS.find((one) => one === step)
  return known && /^\d{1,3}$/.test(count) ? { step: known, count: Number(count) } : null
}
