import { expect, test } from 'vitest'
import { agreementPoints } from '#assembly/agreement/points.ts'
import type { Answers } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { assembleText } from '#assembly/assemble-text.ts'
import { clauseText, writeCustom } from '#assembly/edit.ts'
import type { DocumentTree } from '#assembly/tree.ts'
import { shareParts } from '#islands/editor/state/same.ts'
import { note } from '#tests/support/measured.ts'
import { median } from './load.ts'
import { CLAUSE_COUNT, longContract, template } from './long-contract.ts'

const ROUNDS = 61
/** Milliseconds. */
const GOALS = { assembly: 10, clause: 5 }

const source = (answers: Answers) => ({ name: 'n', number: 'Q-1', template, answers })

test('assembling at a key stroke, and comparing the changed clause', () => {
  let answers = longContract()
  const { id } = answers.added[0]!
  let tree: DocumentTree | undefined
  const times = { assembly: [] as number[], clause: [] as number[], whole: [] as number[] }
  for (let round = 0; round <= ROUNDS; round++) {
    answers = writeCustom(answers, template, id, 'en', `${clauseText(answers, template, id).en} ${round}`)
    const startedAt = performance.now()
    const nextTree = assembleText(source(answers))
    const assembled = performance.now()
    // Reuses unchanged nodes, as the editor does.
    tree = tree ? shareParts(tree, nextTree) : nextTree
    const shared = performance.now()
    const points = agreementPoints(tree, { template, answers })
    const compared = performance.now()
    expect(points.length).toBeGreaterThan(0)
    const wholeStartedAt = performance.now()
    assemble(source(answers))
    const whole = performance.now()
    if (!round) continue
    times.assembly.push(assembled - startedAt)
    times.clause.push(compared - shared)
    times.whole.push(whole - wholeStartedAt)
  }
  const summary = {
    assembly: median(times.assembly),
    clause: median(times.clause),
    whole: median(times.whole),
  }
  const ms = (name: keyof typeof summary) => summary[name].toFixed(2)
  note(`a contract of ${CLAUSE_COUNT} clauses assembled in the editor`, `${ms('assembly')} ms`, {
    value: summary.assembly,
    unit: 'ms',
    atMost: GOALS.assembly,
  })
  note('comparing Chinese and English after one clause has changed', `${ms('clause')} ms`, {
    value: summary.clause,
    unit: 'ms',
    atMost: GOALS.clause,
  })
  note('the same contract assembled and compared as a whole', `${ms('whole')} ms`)
  console.log(summary)
})
