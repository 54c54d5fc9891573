import * as v from 'valibot'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { type BlockFiles, withBlocks } from './blocks.ts'
import { checkTemplate } from './check-template.ts'
import type { Template, TemplateNotes } from './template.ts'
import { notesSchema, templateSchema } from './template-schema.ts'
import { fromYaml } from './template-yaml.ts'

export interface TemplateProblem {
  file: string
  /** 1-based. */
  line: number
  column: number
  /** The clause, item or recital it stands in. */
  clause?: string
  message: string
}

export type Path = (string | number)[]

export interface ParsedTemplate {
  template: Template
  notes: TemplateNotes
  /** Where a part of the template is written: in its own file, or where that names the block that has it. */
  placeOf(path: Path): Pick<TemplateProblem, 'line' | 'column' | 'clause'>
}

/**
 * Reads a template with its shared blocks in place, or names every problem with its place. Texts are checked once the
 * shape is right.
 */
export function parseTemplate(
  yaml: string,
  file: string,
  blocks: BlockFiles = {},
): ParsedTemplate | { problems: TemplateProblem[] } {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines })
  const at = (offset: number, message: string, clause?: string): TemplateProblem => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1), ...(clause && { clause }), message }
  }
  const broken = [...document.errors, ...document.warnings]
  if (broken.length) return { problems: broken.map(({ pos, message }) => at(pos[0], firstLine(message))) }

  const { data: expanded, origin } = withBlocks(readData(document), (name) => readBlock(blocks[name]))
  const { review, law, sample, ...rest } = asRecord(fromYaml(expanded))
  const given = v.safeParse(notesSchema, {
    ...(review !== undefined && { review }),
    ...(law !== undefined && { law }),
    ...(sample !== undefined && { sample }),
  })
  const parsed = v.safeParse(templateSchema, rest)
  const issues = [...(parsed.issues ?? []), ...(given.issues ?? [])]
  const found =
    parsed.success && !issues.length
      ? checkTemplate(parsed.output)
      : issues.map((issue) => ({ path: pathOf(issue), message: plainMessage(issue) }))
  if (parsed.success && given.success && !found.length) {
    const placeOf = (path: Path) => at(offsetOf(document, origin(path).path), '', clauseAt(rest, path))
    return { template: parsed.output, notes: given.output, placeOf }
  }
  return {
    problems: found
      .map(({ path, message }) => {
        const { path: written, block } = origin(path)
        const words = block ? `in the block "${block}": ${message}` : message
        return { offset: offsetOf(document, written), path, message: words }
      })
      .toSorted((one, other) => one.offset - other.offset)
      .map(({ offset, path, message }) => at(offset, message, clauseAt(rest, path))),
  }
}

const asRecord = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? { ...data } : { template: data }

/** A block's lists; undefined where there is no such block or it cannot be read. */
function readBlock(yaml: string | undefined): unknown {
  if (yaml === undefined) return undefined
  const document = parseDocument(yaml)
  return document.errors.length ? undefined : readData(document)
}

function readData(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch {
    // Aliases that multiply (a "billion laughs" file) are refused by the reader; nothing of it is used.
    return null
  }
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '')
}

function pathOf(issue: v.BaseIssue<unknown>): Path {
  return (issue.path ?? []).map((step) => step.key as string | number)
}

function plainMessage(issue: v.BaseIssue<unknown>): string {
  const name = String(issue.path?.at(-1)?.key ?? 'the file')
  if (issue.type === 'strict_object' && issue.expected === 'never') return `unknown key "${name}"`
  if (issue.received === 'undefined') return `"${name}" is missing`
  if (issue.type === 'picklist') return `"${name}" must be one of ${issue.expected}, not ${issue.received}`
  if (issue.type === 'union') return `"${name}" has a form that is not known here`
  if (issue.kind === 'validation') return `"${name}" ${issue.message}`
  return `"${name}" must be ${kindName(issue.expected)}, not ${kindName(issue.received)}`
}

function kindName(type: string | null): string {
  const names: Record<string, string> = {
    Object: 'a mapping',
    Array: 'a list',
    string: 'a text',
    number: 'a number',
    boolean: 'true or false',
    null: 'nothing',
  }
  return names[type ?? ''] ?? String(type)
}

/** Where a path stands in the file; what `fromYaml` moved or added is sought where it came from. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length >= 0; length--) {
    const part = path.slice(0, length)
    const untexted = part.filter((key, index) => !(key === 'text' && index >= part.length - 2))
    for (const candidate of [part, untexted]) {
      const node = document.getIn(candidate, true)
      if (isNode(node) && node.range) return node.range[0]
    }
  }
  return 0
}

function clauseAt(data: unknown, path: Path): string | undefined {
  let value = data
  let clause: string | undefined
  for (const [index, key] of path.entries()) {
    value = (value as Record<string | number, unknown> | undefined)?.[key]
    const list = path[index - 1]
    if (list === 'clauses' || list === 'items' || list === 'recitals') {
      const { id } = (value ?? {}) as { id?: unknown }
      if (typeof id === 'string') clause = id
    }
  }
  return clause
}
