import { type Program, programOf, type Step } from './regexp-program.ts'

/** The starts and ends of groups by slot: 0 and 1 are the whole match, 2 and 3 the first group. */
type Slots = readonly (number | undefined)[]

const programs = new WeakMap<RegExp, Program>()
const bySource = new Map<string, Program>()

function programFor(pattern: RegExp): Program {
  const knownProgram = bySource.get(String(pattern)) ?? programOf(pattern)
  programs.set(pattern, knownProgram)
  bySource.set(String(pattern), knownProgram)
  return knownProgram
}

/**
 * Executes regular expressions by backtracking, as the standard and V8 do, and counts every step, which V8
 * does not report. `exec` returns the same result as the built-in one, and sets `lastIndex`.
 */
export function countingRegExps() {
  const counter = { steps: 0, exec }
  function exec(pattern: RegExp, subject: string): RegExpExecArray | null {
    const text = String(subject)
    const knownProgram = programs.get(pattern) ?? programFor(pattern)
    const moves = pattern.global || pattern.sticky
    const slots = search(knownProgram, text, moves ? pattern.lastIndex : 0, pattern.sticky)
    if (moves) pattern.lastIndex = slots?.[1] ?? 0
    return slots && resultOf(knownProgram, text, slots)
  }
  function search({ steps, unicode }: Program, text: string, from: number, sticky: boolean): Slots | null {
    for (let at = from; at <= text.length; at += characterAt(text, at, unicode).length || 1) {
      const end = attempt(steps, text, at, [at], unicode)
      if (end || sticky) return end && put(end.slots, 1, end.at)
    }
    return null
  }
  /** Executes the program from one position; after a failure it returns to the last fork. */
  function attempt(steps: Step[], text: string, start: number, before: Slots, unicode: boolean) {
    // Instruction, position and slots of each fork, in a flat list.
    const forks: (number | Slots)[] = [0, start, before]
    while (forks.length > 0) {
      let slots = forks.pop() as Slots
      let at = forks.pop() as number
      let line = forks.pop() as number
      let stuck = false
      while (!stuck && line < steps.length) {
        counter.steps++
        const step = steps[line++]!
        if (step.op === 'read') {
          const character = (step.back ? characterBefore : characterAt)(text, at, unicode)
          stuck = !character || !step.fits(character)
          at += step.back ? -character.length : character.length
        } else if (step.op === 'fork') forks.push(step.other, at, slots)
        else if (step.op === 'jump') line = step.to
        else if (step.op === 'note') slots = put(slots, step.slot, at)
        else if (step.op === 'moved') stuck = slots[step.slot] === at
        else if (step.op === 'edge') stuck = !step.holds(text, at)
        else if (step.op === 'forget') for (const slot of step.slots) slots = put(slots, slot, undefined)
        else if (step.op === 'again') {
          const word = text.slice(slots[step.group] ?? 0, slots[step.group + 1] ?? 0)
          counter.steps += word.length
          const next = at + (step.back ? -word.length : word.length)
          stuck = text.slice(Math.min(at, next), Math.max(at, next)) !== word
          at = next
        } else {
          const seen = attempt(step.program, text, at, slots, unicode)
          stuck = step.negate === Boolean(seen)
          if (seen && !step.negate) slots = seen.slots
        }
      }
      if (!stuck) return { at, slots }
    }
    return null
  }
  return counter
}

function resultOf({ groups }: Program, text: string, slots: Slots): RegExpExecArray {
  const textOfSlots = (slot: number) =>
    slots[slot] === undefined || slots[slot + 1] === undefined
      ? undefined
      : text.slice(slots[slot], slots[slot + 1])
  const parts = Array.from({ length: groups.length + 1 }, (_, group) => textOfSlots(2 * group))
  const namedGroups = groups.flatMap(({ name }, group) => (name ? [[name, parts[group + 1]]] : []))
  const result = {
    index: slots[0],
    input: text,
    groups: namedGroups.length ? Object.fromEntries(namedGroups) : undefined,
  }
  return Object.assign(parts, result) as unknown as RegExpExecArray
}

const characterAt = (text: string, at: number, unicode: boolean): string =>
  unicode && at < text.length ? String.fromCodePoint(text.codePointAt(at)!) : text.charAt(at)

function characterBefore(text: string, at: number, unicode: boolean): string {
  const pair = unicode && at > 1 && text.codePointAt(at - 2)! > 0xffff
  return at > 0 ? text.slice(at - (pair ? 2 : 1), at) : ''
}

function put(slots: Slots, slot: number, value: number | undefined): Slots {
  const copy = [...slots]
  copy[slot] = value
  return copy
}
