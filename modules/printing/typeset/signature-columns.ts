import type { Fixture } from './rows.ts'
import type { DrawnBlock } from './signature-block.ts'

/** White space between two blocks in a column. */
const BLOCK_DISTANCE = 20

interface Columns {
  /** The left edges of the two columns. */
  edges: [number, number]
  /** Height of a page without the line that names the document. */
  page: number
}

/**
 * Arranges blocks in two columns, each block below the shorter column. If all fit on a page, they form one
 * group that is never divided; otherwise several groups, small ones unless large ones take fewer pages.
 */
export function groupsOf(blocks: DrawnBlock[], { edges, page }: Columns): DrawnBlock[] {
  const smallGroups = grouped(blocks, edges, page / 2)
  const largeGroups = grouped(blocks, edges, page)
  return largeGroups.length === 1 || pagesFor(largeGroups, page) < pagesFor(smallGroups, page)
    ? largeGroups
    : smallGroups
}

/** A group ends where both columns have the same height, or before it would be higher than `max`. */
function grouped(blocks: DrawnBlock[], edges: Columns['edges'], max: number): DrawnBlock[] {
  const singleGroup = stacked(blocks, edges)
  if (singleGroup.height <= max) return [singleGroup]
  const groups: DrawnBlock[] = []
  let firstIndex = 0
  for (let endIndex = 1; endIndex <= blocks.length; endIndex++) {
    const { isLevel, ...group } = stacked(blocks.slice(firstIndex, endIndex), edges)
    const extended = blocks.slice(firstIndex, endIndex + 1)
    const isAlone = endIndex - firstIndex === 1
    const fits = isAlone || stacked(extended, edges).height <= Math.max(max, group.height)
    if (endIndex < blocks.length && fits && !isLevel) continue
    groups.push(group)
    firstIndex = endIndex
  }
  return groups
}

function pagesFor(groups: DrawnBlock[], page: number): number {
  let pages = 0
  let remainingHeight = 0
  for (const { height } of groups) {
    if (height > remainingHeight) {
      pages++
      remainingHeight = page
    }
    remainingHeight -= height + BLOCK_DISTANCE
  }
  return pages
}

function stacked(blocks: DrawnBlock[], edges: Columns['edges']): DrawnBlock & { isLevel: boolean } {
  const heights: [number, number] = [0, 0]
  const fixtures: Fixture[] = []
  for (const block of blocks) {
    const column = heights[1] < heights[0] ? 1 : 0
    const top = heights[column] === 0 ? 0 : heights[column] + BLOCK_DISTANCE
    fixtures.push(...block.fixtures.map((fixture) => shifted(fixture, edges[column], top)))
    heights[column] = top + block.height
  }
  return { fixtures, height: Math.max(...heights), isLevel: heights[0] === heights[1] }
}

function shifted(fixture: Fixture, deltaX: number, deltaY: number): Fixture {
  const y = fixture.y + deltaY
  if (fixture.kind !== 'text') return { ...fixture, x: fixture.x + deltaX, y }
  return { ...fixture, y, part: { ...fixture.part, x: fixture.part.x + deltaX } }
}
