import type { Diagnostics } from 'recheck'
import { countingRegExps } from '../regexp-steps.ts'

// The other engines of recheck are no faster for short expressions, and one needs Java.
Object.assign(process.env, { RECHECK_BACKEND: 'pure', RECHECK_SYNC_BACKEND: 'pure' })

/**
 * `proved`: automata prove the expression linear. `attacked`: automata do not cover it, and attacks found
 * nothing. Otherwise the attack that succeeded.
 */
export type Verdict = 'proved' | 'attacked' | { attack: string }

/** Steps for a text twice as long, divided by steps for the text. A ratio below this counts as linear. */
const LINEAR = 2.6
const PATIENCE = 20_000

export async function judge({ source, flags }: RegExp): Promise<Verdict> {
  const { checkSync } = await import('recheck')
  const verdict = checkSync(source, flags, { timeout: 10_000 })
  if (verdict.status === 'safe') return verdict.checker === 'automaton' ? 'proved' : 'attacked'
  if (verdict.status === 'vulnerable') return settle(source, flags, verdict)
  const tried = checkSync(source, flags, { checker: 'fuzz', timeout: PATIENCE })
  if (tried.status === 'safe') return 'attacked'
  return tried.status === 'vulnerable'
    ? settle(source, flags, tried)
    : { attack: `not decided: ${tried.error.kind}` }
}

type Vulnerable = Extract<Diagnostics, { status: 'vulnerable' }>

/** Counts the steps of the attack, because recheck overestimates attacks on parts of bounded length. */
function settle(source: string, flags: string, { checker, attack, complexity }: Vulnerable): Verdict {
  const shown = { attack: `${complexity.summary}: ${attack.pattern.slice(0, 300)}` }
  if (checker === 'automaton' || complexity.type === 'exponential') return shown
  const steps = (times: number) => {
    const counter = countingRegExps()
    const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
    const text = attack.pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + attack.suffix
    for (let match = counter.exec(pattern, text); match; match = counter.exec(pattern, text))
      if (!match[0]) pattern.lastIndex++
    return counter.steps
  }
  return steps(600) / steps(300) < LINEAR ? 'attacked' : shown
}
