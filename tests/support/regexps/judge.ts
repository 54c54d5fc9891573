import type { Diagnostics } from 'recheck'
import { countingRegExps } from '../regexp-steps.ts'

// Its other engines are no faster with expressions as short as ours, and one wants Java.
Object.assign(process.env, { RECHECK_BACKEND: 'pure', RECHECK_SYNC_BACKEND: 'pure' })

/**
 * Proved by automata, or attacked in vain, where what the expression uses is no automaton's; else why not.
 */
export type Verdict = 'proved' | 'attacked' | { attack: string }

/** As long a text in one step's time as in another's: a growth below this is linear. */
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

/** What an attack takes is counted: one on a piece of bounded length looks longer than it is. */
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
