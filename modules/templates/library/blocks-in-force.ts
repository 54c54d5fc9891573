import type { BlockFiles } from '#assembly/template/blocks.ts'
import { readShippedContext } from './shipped.ts'

/** A shared block; version 0 is the block shipped with the program. */
export interface Block {
  name: string
  version: number
  yaml: string
}

let publishedBlocks: readonly Block[] = []

/** Puts these published blocks in force in this process; called by `publishing/refresh.ts`. */
export function putBlocksInForce(blocks: readonly Block[]) {
  publishedBlocks = blocks
}

/** The shared blocks in force, sorted by name. */
export async function readBlocksInForce(): Promise<Block[]> {
  const { blocks } = await readShippedContext()
  return Object.entries(blocks)
    .map(([name, yaml]) => publishedBlocks.find((one) => one.name === name) ?? { name, version: 0, yaml })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * Reads the context against which templates are checked: the shared blocks by name, and the table of laws.
 */
export async function readInspectionContext(): Promise<{ blocks: BlockFiles; laws: string }> {
  const { laws } = await readShippedContext()
  const blocks = await readBlocksInForce()
  return { laws, blocks: Object.fromEntries(blocks.map(({ name, yaml }) => [name, yaml])) }
}
