import type { Diagnostics } from 'recheck'
import { countingRegExps } from '../regexp-steps.ts'

// Its other engines are no faster with expressions as short as ours, and one requires Java.
Object.assign(process.env, { RECHECK_BACKEND: 'pure', RECHECK_SYNC_BACKEND: 'pure' })

/** Proved by automata, or attacked in vain if the expression is beyond automata; otherwise the reason. */
export type Verdict = 'proved' | 'attacked' | { attack: string }

/** A growth below this counts as linear: as many steps for the text as for one of twice the length. */
const LINEAR = 2.6
const PATIENCE = 20_000

export async function judge({ source, flags }: RegExp): Promise<Verdict> {
  const { checkSync } = await import('recheck')
  const shown = checkSync(source, flags, { timeout: 10_000 })
  if (shown.status === 'safe') return shown.checker === 'automaton' ? 'proved' : 'attacked'
  if (shown.status === 'vulnerable') return settle(source, flags, shown)
  const tried = checkSync(source, flags, { checker: 'fuzz', timeout: PATIENCE })
  if (tried.status === 'safe') return 'attacked'
  return tried.status === 'vulnerable'
    ? settle(source, flags, tried)
    : { attack: `not decided: ${tried.error.kind}` }
}

type Vulnerable = Extract<Diagnostics, { status: 'vulnerable' }>

/** The steps of an attack are counted: one on a part of bounded length looks longer than it is. */
function settle(source: string, flags: string, { checker, attack, complexity }: Vulnerable): Verdict {
  const shown = { attack: `${complexity.summary}: ${attack.pattern.slice(0, 300)}` }
  if (checker === 'automaton' || complexity.type === 'exponential') return shown
  const steps = (times: number) => {
    const counter = countingRegExps()
    const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
    const text = attack.pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + attack.suffix
    for (let found = counter.exec(pattern, text); found; found = counter.exec(pattern, text))
      if (!found[0]) pattern.lastIndex++
    return counter.steps
  }
  return steps(600) / steps(300) < LINEAR ? 'attacked' : shown
}
