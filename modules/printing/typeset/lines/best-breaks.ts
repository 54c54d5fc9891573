import { floats, integers } from './reused.ts'
import { type Break, type Ruler, roomIn, widthOf } from './ruler.ts'

/** A word space may give up this much, in em, to keep a word on the line. */
const SHRINK = 0.07

/** So many lines may end on a hyphen, one below the other. */
const IN_A_ROW = 2

/**
 * The breaks, first and last among them, at which a paragraph makes the most even lines. Lines are tried from
 * the longest that fits to shorter ones, which only get looser: when one alone costs more than the best so
 * far, so do all the rest.
 */
export function bestBreaks(ruler: Ruler, breaks: Break[], measure: number): number[] {
  const last = breaks.length - 1
  const found = noneFound(breaks)
  let longest = 0
  let whole = 0
  for (let to = 1; to <= last; to++) {
    const { cost = 0 } = breaks[to]!
    let from = longest
    while (from < whole && !fits(ruler, from, to, measure)) from++
    if (!cost) longest = from
    for (; from < to; from++) {
      const slack = measure - widthOf(ruler, from, to)
      const ends = to === last && slack >= 0
      const own = ends ? lastCost(ruler, from, to) : costOf(ruler, from, to, slack)
      if (slack >= 0 && own >= costSoFar(found, to, cost)) break
      takeBetter(found, { from, to, own, cost })
    }
    if (!cost) whole = to
  }
  return wayTo(last, found)
}

/**
 * The best found for each break, and where it comes from. Ways to break up to there are told apart by how
 * many hyphens end their last lines: there is a best one for each count.
 */
interface BestBreaks {
  ways: number
  costs: Float64Array
  origins: Int32Array
}

const costsOf = floats()
const originsOf = integers()

function noneFound(breaks: Break[]): BestBreaks {
  const ways = breaks.some(({ cost }) => cost) ? IN_A_ROW + 1 : 1
  const length = ways * breaks.length
  const costs = costsOf(length).fill(Number.POSITIVE_INFINITY, 0, length)
  costs[0] = 0
  return { ways, costs, origins: originsOf(length).fill(0, 0, length) }
}

interface Step {
  from: number
  to: number
  /** What the line costs by itself, and the hyphen at its end. */
  own: number
  cost: number
}

function takeBetter({ ways, costs, origins }: BestBreaks, { from, to, own, cost }: Step): void {
  for (let hyphens = 0; hyphens < ways; hyphens++) {
    const next = cost ? hyphens + 1 : 0
    if (next > IN_A_ROW) break
    const sum = costs[ways * from + hyphens]! + own + cost * next
    if (sum >= costs[ways * to + next]!) continue
    costs[ways * to + next] = sum
    origins[ways * to + next] = ways * from + hyphens
  }
}

/**
 * What the way to a break costs that has fewest hyphens: one with more of them is of use only while it is
 * cheaper.
 */
const costSoFar = ({ ways, costs }: BestBreaks, to: number, cost: number): number =>
  costs[ways * to + (cost ? 1 : 0)]!

function wayTo(last: number, { ways, origins }: BestBreaks): number[] {
  const way = [last]
  for (let at = ways * last; at >= ways; ) {
    at = origins[at]!
    way.push(Math.floor(at / ways))
  }
  return way.reverse()
}

const fits = (ruler: Ruler, from: number, to: number, measure: number) =>
  measure - widthOf(ruler, from, to) >= -SHRINK * roomIn(ruler.spaces, ruler, from, to)

/** One or two letters alone on the last line look lost. */
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
