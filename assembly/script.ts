import type { Side } from './answers.ts'
import type { Twin } from './template/template.ts'

/** The Chinese script of the `zh` side. */
export type Script = 'Hans' | 'Hant'

/** The text of one side in the chosen script. */
export function sideOf(twin: Twin, side: Side, script: Script): string {
  if (side === 'en') return twin.en
  return script === 'Hant' ? (twin.hant ?? twin.zh) : twin.zh
}
