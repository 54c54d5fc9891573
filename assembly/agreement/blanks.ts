import type { Side } from '../answers.ts'
import type { Run, Sides } from '../tree.ts'
import { type Finding, listed } from './finding.ts'

const typedBlank = /[＿_]{2,}|\[[●•■\s]{0,5}\]|【[●•■\s]{0,5}】|\[\*\]/g

/** Reports blanks that occur on one side only: fields, and typed blanks such as `____` or `[ ]`. */
export function compareBlanks(runs: Sides<Run[]>, text: Sides<string>): Finding[] {
  const zh = blanksOnlyIn(runs, 'zh', 'en')
  const en = blanksOnlyIn(runs, 'en', 'zh')
  const zhTyped = text.zh.match(typedBlank) ?? []
  const enTyped = text.en.match(typedBlank) ?? []
  if (zhTyped.length && !enTyped.length) zh.push(zhTyped[0]!)
  if (enTyped.length && !zhTyped.length) en.push(enTyped[0]!)
  if (!zh.length && !en.length) return []
  return [{ check: 'blanks', grade: 'different', detail: { zh: listed(zh, 'zh'), en: listed(en, 'en') } }]
}

function blanksOnlyIn(runs: Sides<Run[]>, side: Side, other: Side): string[] {
  const otherFields = new Set(runs[other].filter(isField).map(({ target }) => target))
  return runs[side]
    .filter((run) => isField(run) && !otherFields.has(run.target))
    .map((run) => run.text || `{${run.target}}`)
}

const isField = ({ kind }: Run) => kind === 'field'
