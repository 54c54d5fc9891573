import { parse } from 'yaml'
import type { BlockFiles } from '#assembly/template/blocks.ts'
import { objectsAt, type PlainObject } from './source.ts'

export const blockNames = (blocks: BlockFiles): string[] => Object.keys(blocks).sort()

/** The clauses of a shared block, for the form that excludes some of them. */
export function blockClauses(blocks: BlockFiles, name = ''): PlainObject[] {
  const yaml = Object.hasOwn(blocks, name) ? blocks[name]! : ''
  return objectsAt(parse(yaml), ['articles']).flatMap((article) => objectsAt(article, ['clauses']))
}
