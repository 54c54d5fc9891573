import { parse } from 'yaml'
import type { Template } from '#assembly/template/template.ts'
import type { LibraryEntry } from '../library.ts'
import { type Citation, citationsIn, citationsOf } from './citations.ts'
import type { Law } from './laws.ts'
import { readInspectionContext } from './shipped.ts'

const cited = new WeakMap<Template, Citation[]>()

/** The citations of a template in force, shipped or published. */
export function templateUses({ template, mainLaw }: LibraryEntry): Citation[] {
  const found = cited.get(template) ?? citationsOf(template, mainLaw)
  cited.set(template, found)
  return found
}

export interface BlockUses {
  name: string
  citations: Citation[]
}

interface Shipped {
  laws: Law[]
  blocks: BlockUses[]
}

let shipped: Promise<Shipped> | null = null

async function readShipped(): Promise<Shipped> {
  const { laws, blocks } = await readInspectionContext()
  const uses = Object.entries(blocks).map(([name, yaml]) => ({ name, citations: citationsAt(parse(yaml)) }))
  return {
    laws: parse(laws) as Law[],
    blocks: uses.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  }
}

const once = () => {
  shipped ??= readShipped()
  return shipped
}

/** The laws that the library may cite. */
export const readLawTable = async (): Promise<Law[]> => (await once()).laws

/** The citations of the shared blocks, by name. */
export const readBlockUses = async (): Promise<BlockUses[]> => (await once()).blocks

/** The citations of all Chinese texts within, each at the nearest id. */
function citationsAt(part: unknown, at = ''): Citation[] {
  if (typeof part !== 'object' || part === null) return []
  const { id } = part as { id?: unknown }
  const here = typeof id === 'string' ? id : at
  return Object.entries(part).flatMap(([key, one]) => {
    if (typeof one !== 'string') return citationsAt(one, here)
    return key === 'zh' || key === 'zh_CN' ? citationsIn(one, here) : []
  })
}
