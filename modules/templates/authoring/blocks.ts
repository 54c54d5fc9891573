import { parse } from 'yaml'
import type { BlockFiles } from '#assembly/template/blocks.ts'
import { type Plain, plainsAt } from './source.ts'

export const blockNames = (blocks: BlockFiles): string[] => Object.keys(blocks).sort()

/** The clauses of a shared block, for the form that excludes some of them. */
export function blockClauses(blocks: BlockFiles, name = ''): Plain[] {
  const yaml = Object.hasOwn(blocks, name) ? blocks[name]! : ''
  return plainsAt(parse(yaml), ['articles']).flatMap((article) => plainsAt(article, ['clauses']))
}
