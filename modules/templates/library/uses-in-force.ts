import { parse } from 'yaml'
import type { Template } from '#assembly/template/template.ts'
import { type LibraryEntry, libraryEdition } from '../library.ts'
import { readInspectionContext } from './blocks-in-force.ts'
import { type Citation, citationsIn, citationsOf } from './citations.ts'
import type { Law } from './laws.ts'

const citationsByTemplate = new WeakMap<Template, Citation[]>()

/** The citations of a template in force, whether shipped or published. */
export function templateUses({ template, mainLaw }: LibraryEntry): Citation[] {
  const citations = citationsByTemplate.get(template) ?? citationsOf(template, mainLaw)
  citationsByTemplate.set(template, citations)
  return citations
}

export interface BlockUses {
  name: string
  citations: Citation[]
}

interface Context {
  laws: Law[]
  blocks: BlockUses[]
}

let cachedContext: { edition: number; context: Promise<Context> } | null = null

async function readContext(): Promise<Context> {
  const { laws, blocks } = await readInspectionContext()
  const uses = Object.entries(blocks).map(([name, yaml]) => ({ name, citations: citationsAt(parse(yaml)) }))
  return {
    laws: parse(laws) as Law[],
    blocks: uses.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  }
}

/** Computes the value once for each edition of the library. */
const readContextOnce = () => {
  const edition = libraryEdition()
  if (cachedContext?.edition !== edition) cachedContext = { edition, context: readContext() }
  return cachedContext.context
}

/** The laws that the library may cite. */
export const readLawTable = async (): Promise<Law[]> => (await readContextOnce()).laws

/** The citations of the shared blocks, by name. */
export const readBlockUses = async (): Promise<BlockUses[]> => (await readContextOnce()).blocks

/** The citations of all Chinese texts in a part, each with the nearest id. */
function citationsAt(part: unknown, partId = ''): Citation[] {
  if (typeof part !== 'object' || part === null) return []
  const { id } = part as { id?: unknown }
  const nearestId = typeof id === 'string' ? id : partId
  return Object.entries(part).flatMap(([key, one]) => {
    if (typeof one !== 'string') return citationsAt(one, nearestId)
    return key === 'zh' || key === 'zh_CN' ? citationsIn(one, nearestId) : []
  })
}
