import { type Break, type Ruler, roomIn, widthOf } from './ruler.ts'
import { scratchFloats, scratchIntegers } from './scratch-buffers.ts'

/** How far a word space may shrink, in em, to keep a word on the line. */
const SHRINK = 0.07

/** The most consecutive lines that may end with a hyphen. */
const MAX_HYPHENS_IN_A_ROW = 2

/**
 * Finds the breaks that give the most even lines, including the first and the last break. For each break,
 * tries lines from the longest that fits to shorter, looser ones, and stops when a line alone costs more
 * than the best solution so far.
 */
export function bestBreaks(ruler: Ruler, breaks: Break[], measure: number): number[] {
  const lastBreak = breaks.length - 1
  const best = initialBreaks(breaks)
  let longest = 0
  let firstWithoutHyphen = 0
  for (let to = 1; to <= lastBreak; to++) {
    const { cost = 0 } = breaks[to]!
    let from = longest
    while (from < firstWithoutHyphen && !fits(ruler, from, to, measure)) from++
    if (!cost) longest = from
    for (; from < to; from++) {
      const slack = measure - widthOf(ruler, from, to)
      const isLastLine = to === lastBreak && slack >= 0
      const lineCost = isLastLine ? lastCost(ruler, from, to) : costOf(ruler, from, to, slack)
      if (slack >= 0 && lineCost >= costSoFar(best, to, cost)) break
      takeBetter(best, { from, to, lineCost, cost })
    }
    if (!cost) firstWithoutHyphen = to
  }
  return traceBreaks(lastBreak, best)
}

/**
 * The cheapest way to each break, and its predecessor. Each break has one way per number of hyphens that end
 * the preceding lines.
 */
interface BestBreaks {
  waysPerBreak: number
  costs: Float64Array
  origins: Int32Array
}

const costsOf = scratchFloats()
const originsOf = scratchIntegers()

function initialBreaks(breaks: Break[]): BestBreaks {
  const waysPerBreak = breaks.some(({ cost }) => cost) ? MAX_HYPHENS_IN_A_ROW + 1 : 1
  const length = waysPerBreak * breaks.length
  const costs = costsOf(length).fill(Number.POSITIVE_INFINITY, 0, length)
  costs[0] = 0
  return { waysPerBreak, costs, origins: originsOf(length).fill(0, 0, length) }
}

interface Step {
  from: number
  to: number
  /** The cost of the line; `cost` is the cost of the hyphen at its end. */
  lineCost: number
  cost: number
}

function takeBetter({ waysPerBreak, costs, origins }: BestBreaks, { from, to, lineCost, cost }: Step): void {
  for (let hyphens = 0; hyphens < waysPerBreak; hyphens++) {
    const nextHyphens = cost ? hyphens + 1 : 0
    if (nextHyphens > MAX_HYPHENS_IN_A_ROW) break
    const sum = costs[waysPerBreak * from + hyphens]! + lineCost + cost * nextHyphens
    if (sum >= costs[waysPerBreak * to + nextHyphens]!) continue
    costs[waysPerBreak * to + nextHyphens] = sum
    origins[waysPerBreak * to + nextHyphens] = waysPerBreak * from + hyphens
  }
}

/** The cost of the way with the fewest hyphens; a way with more hyphens is only useful if it is cheaper. */
const costSoFar = ({ waysPerBreak, costs }: BestBreaks, to: number, cost: number): number =>
  costs[waysPerBreak * to + (cost ? 1 : 0)]!

function traceBreaks(last: number, { waysPerBreak, origins }: BestBreaks): number[] {
  const breakpoints = [last]
  for (let entry = waysPerBreak * last; entry >= waysPerBreak; ) {
    entry = origins[entry]!
    breakpoints.push(Math.floor(entry / waysPerBreak))
  }
  return breakpoints.reverse()
}

const fits = (ruler: Ruler, from: number, to: number, measure: number) =>
  measure - widthOf(ruler, from, to) >= -SHRINK * roomIn(ruler.spaces, ruler, from, to)

/** A last line of only one or two letters looks bad. */
const lastCost = ({ begin, end }: Ruler, from: number, to: number) => (end[to]! - begin[from]! < 3 ? 5000 : 0)

function costOf(ruler: Ruler, from: number, to: number, slack: number): number {
  if (slack < 0) {
    const spaces = roomIn(ruler.spaces, ruler, from, to)
    return spaces ? 1 + 100 * (slack / (SHRINK * spaces)) ** 2 : 1e9
  }
  const elastic = roomIn(ruler.elastic, ruler, from, to)
  const looseness = elastic ? slack / elastic / 0.2 : 100
  return (1 + 100 * Math.min(looseness, 100) ** 3) ** 2
}
