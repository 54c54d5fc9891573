import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp'

/**
 * A regular expression as a program of a small machine; `search` in regexp-steps.ts explains the
 * instructions.
 */
export type Step =
  | { op: 'read'; fits: (character: string) => boolean; back: boolean }
  | { op: 'again'; group: number; back: boolean }
  /** Tries the next instruction first, and `other` if that fails. */
  | { op: 'fork'; other: number }
  | { op: 'jump'; to: number }
  | { op: 'note'; slot: number }
  | { op: 'forget'; slots: number[] }
  /** Fails if the iteration of a loop has read nothing. */
  | { op: 'moved'; slot: number }
  | { op: 'look'; program: Step[]; negate: boolean }
  | { op: 'edge'; holds: (text: string, at: number) => boolean }

export interface Program {
  steps: Step[]
  groups: AST.CapturingGroup[]
  unicode: boolean
}

interface Context {
  groups: AST.CapturingGroup[]
  flags: string
  multiline: boolean
  /** The next slot that no group uses. */
  free: number
}

const exec = RegExp.prototype.exec

export function programOf(pattern: RegExp): Program {
  const { pattern: tree, flags } = parseRegExpLiteral(pattern)
  const groups = groupsIn(tree)
  const flagText = [
    flags.ignoreCase && 'i',
    flags.unicode && 'u',
    flags.dotAll && 's',
    flags.unicodeSets && 'v',
  ]
  const context: Context = {
    groups,
    flags: flagText.filter(Boolean).join(''),
    multiline: flags.multiline,
    free: 2 * groups.length + 2,
  }
  const steps: Step[] = []
  addAlternatives(tree.alternatives, steps, false, context)
  return { steps, groups, unicode: flags.unicode || flags.unicodeSets }
}

function groupsIn(node: AST.Node): AST.CapturingGroup[] {
  const inside = childrenOf(node).flatMap(groupsIn)
  return node.type === 'CapturingGroup' ? [node, ...inside] : inside
}

function childrenOf(node: AST.Node): AST.Node[] {
  if (node.type === 'Quantifier') return [node.element]
  if (node.type === 'Alternative') return node.elements
  if (node.type === 'CharacterClass' || node.type === 'ClassStringDisjunction') return []
  return 'alternatives' in node ? node.alternatives : []
}

function addAlternatives(list: AST.Alternative[], steps: Step[], back: boolean, context: Context): void {
  const endJumps: Extract<Step, { op: 'jump' }>[] = []
  for (const [index, { elements }] of list.entries()) {
    const fork = { op: 'fork' as const, other: 0 }
    const isLast = index === list.length - 1
    if (!isLast) steps.push(fork)
    for (const element of back ? elements.toReversed() : elements) addElement(element, steps, back, context)
    if (isLast) break
    const end = { op: 'jump' as const, to: 0 }
    endJumps.push(end)
    fork.other = steps.push(end)
  }
  for (const end of endJumps) end.to = steps.length
}

function addElement(node: AST.Element, steps: Step[], back: boolean, context: Context): void {
  switch (node.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      steps.push({ op: 'read', fits: fitting(node.raw, context.flags), back })
      return
    case 'Group':
      addAlternatives(node.alternatives, steps, back, context)
      return
    case 'CapturingGroup': {
      const slots = slotsOf(node, context)
      steps.push({ op: 'note', slot: slots[back ? 1 : 0] })
      addAlternatives(node.alternatives, steps, back, context)
      steps.push({ op: 'note', slot: slots[back ? 0 : 1] })
      return
    }
    case 'Backreference':
      if (Array.isArray(node.resolved)) throw new Error(`${node.raw} names several groups`)
      steps.push({ op: 'again', group: slotsOf(node.resolved, context)[0], back })
      return
    case 'Assertion':
      steps.push(asserted(node, context))
      return
    case 'Quantifier':
      addRounds(node, steps, back, context)
      return
    default:
      throw new Error(`${node.raw} cannot be counted`)
  }
}

function slotsOf(group: AST.CapturingGroup, { groups }: Context): [number, number] {
  const place = 2 * groups.indexOf(group) + 2
  return [place, place + 1]
}

function asserted(node: AST.Assertion, context: Context): Step {
  if (node.kind === 'lookahead' || node.kind === 'lookbehind') {
    const program: Step[] = []
    addAlternatives(node.alternatives, program, node.kind === 'lookbehind', context)
    return { op: 'look', program, negate: node.negate }
  }
  const { multiline } = context
  if (node.kind === 'word') {
    const { negate } = node
    return { op: 'edge', holds: (text, at) => (isWord(text[at - 1]) !== isWord(text[at])) !== negate }
  }
  if (node.kind === 'start')
    return { op: 'edge', holds: (text, at) => at === 0 || (multiline && isLineEnd(text[at - 1])) }
  return { op: 'edge', holds: (text, at) => at === text.length || (multiline && isLineEnd(text[at])) }
}

const isWord = (character = '') => exec.call(/^\w$/, character) !== null
const isLineEnd = (character = '') => exec.call(/^[\n\r\u2028\u2029]$/, character) !== null

function addRounds(node: AST.Quantifier, steps: Step[], back: boolean, context: Context): void {
  const slots = groupsIn(node).flatMap((group) => slotsOf(group, context))
  const start = context.free++
  const addRound = () => {
    if (slots.length > 0) steps.push({ op: 'forget', slots })
    addElement(node.element, steps, back, context)
  }
  const mayLeave = () => leaving(steps, node.greedy)
  for (let count = 0; count < node.min; count++) addRound()
  if (node.max === Number.POSITIVE_INFINITY) {
    const to = steps.length
    const close = mayLeave()
    if (mayBeEmpty(node.element)) steps.push({ op: 'note', slot: start })
    addRound()
    if (mayBeEmpty(node.element)) steps.push({ op: 'moved', slot: start })
    steps.push({ op: 'jump', to })
    close()
    return
  }
  const closing: (() => void)[] = []
  for (let count = node.min; count < node.max; count++) {
    closing.push(mayLeave())
    addRound()
  }
  for (const close of closing) close()
}

/**
 * Begins optional iterations, which a greedy loop tries first and a lazy one last. The returned function
 * ends them.
 */
function leaving(steps: Step[], greedy: boolean): () => void {
  const fork = { op: 'fork' as const, other: 0 }
  const leave = { op: 'jump' as const, to: 0 }
  steps.push(fork)
  if (!greedy) fork.other = steps.push(leave)
  return () => {
    if (greedy) fork.other = steps.length
    else leave.to = steps.length
  }
}

function mayBeEmpty(node: AST.Element): boolean {
  if (node.type === 'Quantifier') return node.min === 0 || mayBeEmpty(node.element)
  if (node.type === 'Assertion' || node.type === 'Backreference') return true
  if (node.type !== 'Group' && node.type !== 'CapturingGroup') return false
  return node.alternatives.some(({ elements }) => elements.every(mayBeEmpty))
}

/** Whether a character belongs to a class, as the engine itself decides; asked once per character. */
function fitting(source: string, flags: string): (character: string) => boolean {
  const pattern = new RegExp(`^${source}$`, flags)
  const knownResults = new Map<string, boolean>()
  return (character) => {
    const knownResult = knownResults.get(character)
    if (knownResult !== undefined) return knownResult
    const fits = exec.call(pattern, character) !== null
    knownResults.set(character, fits)
    return fits
  }
}
