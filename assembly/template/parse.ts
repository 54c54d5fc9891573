import * as v from 'valibot'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { type BlockFiles, withBlocks } from './blocks.ts'
import { checkTemplate } from './check-template.ts'
import { type Fault, type FaultCode, faultWords, type SHAPES } from './faults.ts'
import type { Template } from './template.ts'
import type { TemplateNotes } from './template-notes.ts'
import { notesSchema, templateSchema } from './template-schema.ts'
import { fromYaml } from './template-yaml.ts'

export interface TemplateProblem {
  file: string
  /** The line, counted from 1. */
  line: number
  column: number
  /** The clause, item or recital that contains it. */
  clause?: string
  /** The path in the template's own file. */
  path?: Path
  /** The message in English, including the name of the block. */
  message: string
  fault: Fault
  /** The block with the problem. */
  block?: string
}

export type Path = (string | number)[]

export interface ParsedTemplate {
  template: Template
  notes: TemplateNotes
  /**
   * The position of a part in the template's own file; for a part of a block, the position of the `{ block:
   * name }`.
   */
  placeOf(path: Path): Pick<TemplateProblem, 'line' | 'column' | 'clause' | 'path'>
}

/**
 * Parses a template and expands its shared blocks, or returns all problems with their positions. Texts are
 * checked only once the shape is valid.
 */
export function parseTemplate(
  yaml: string,
  file: string,
  blocks: BlockFiles = {},
): ParsedTemplate | { problems: TemplateProblem[] } {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines })
  const positionAt = (offset: number, clause?: string) => {
    const { line, col: columnNumber } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(columnNumber, 1), ...(clause && { clause }) }
  }
  const syntaxErrors = [...document.errors, ...document.warnings]
  if (syntaxErrors.length)
    return {
      problems: syntaxErrors.map(({ pos, message, code }) => {
        const { line, column } = positionAt(pos[0])
        const fault: Fault = { code: SYNTAX[code] ?? 'syntax', values: { line, column } }
        return { file, line, column, message: firstLine(message), fault }
      }),
    }

  const { data: expanded, origin } = withBlocks(readData(document), (name) => readBlock(blocks[name]))
  const { review, law, sample, ...rest } = asRecord(fromYaml(expanded))
  const notes = v.safeParse(notesSchema, {
    ...(review !== undefined && { review }),
    ...(law !== undefined && { law }),
    ...(sample !== undefined && { sample }),
  })
  const parsed = v.safeParse(templateSchema, rest)
  const issues = [...(parsed.issues ?? []), ...(notes.issues ?? [])]
  const faults =
    parsed.success && !issues.length
      ? checkTemplate(parsed.output)
      : issues.map((issue) => ({ path: pathOf(issue), ...faultOf(issue) }))
  if (parsed.success && notes.success && !faults.length) {
    const placeOf = (path: Path) => {
      const sourcePath = origin(path).path
      return {
        ...positionAt(offsetOf(document, sourcePath), clauseBy(rest, path)),
        path: inFile(document, sourcePath),
      }
    }
    return { template: parsed.output, notes: notes.output, placeOf }
  }
  return {
    problems: faults
      .map(({ path, ...fault }) => {
        const { path: sourcePath, block } = origin(path)
        const message = block ? `in the block "${block}": ${faultWords(fault)}` : faultWords(fault)
        return {
          offset: offsetOf(document, sourcePath),
          path,
          problem: { path: inFile(document, sourcePath), message, fault, ...(block && { block }) },
        }
      })
      .sort((one, other) => one.offset - other.offset)
      .map(({ offset, path, problem }) => ({
        file,
        ...positionAt(offset, clauseBy(rest, path)),
        ...problem,
      })),
  }
}

/** The usual causes of syntax errors of the YAML parser. */
const SYNTAX: Record<string, FaultCode> = {
  BLOCK_AS_IMPLICIT_KEY: 'syntaxColon',
  MULTILINE_IMPLICIT_KEY: 'syntaxColon',
  BAD_SCALAR_START: 'syntaxQuote',
  MISSING_CHAR: 'syntaxOpen',
  BAD_INDENT: 'syntaxIndent',
  TAB_AS_INDENT: 'syntaxTab',
  DUPLICATE_KEY: 'syntaxTwice',
  UNEXPECTED_TOKEN: 'syntaxBracket',
}

const asRecord = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? { ...data } : { template: data }

/** The lists of a block; undefined if the block does not exist or cannot be parsed. */
function readBlock(yaml: string | undefined): unknown {
  if (yaml === undefined) return undefined
  const document = parseDocument(yaml)
  return document.errors.length ? undefined : readData(document)
}

function readData(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch {
    // The YAML reader refuses aliases that multiply (a "billion laughs" file).
    return null
  }
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '')
}

function pathOf(issue: v.BaseIssue<unknown>): Path {
  return (issue.path ?? []).map((step) => step.key as string | number)
}

function faultOf(issue: v.BaseIssue<unknown>): Fault {
  const name = String(issue.path?.at(-1)?.key ?? 'the file')
  const { type, received } = issue
  if (type === 'strict_object' && issue.expected === 'never') return { code: 'unknownKey', values: { name } }
  if (received === 'undefined') return { code: 'missing', values: { name } }
  if (type === 'picklist')
    return { code: 'notOneOf', values: { name, allowed: String(issue.expected), given: received } }
  if (type === 'union') return { code: 'unknownForm', values: { name } }
  if (issue.kind === 'validation') return { code: issue.message as FaultCode, values: { name } }
  return {
    code: 'wrongShape',
    values: { name, expected: shapeOf(issue.expected), received: shapeOf(received) },
  }
}

function shapeOf(type: string | null): string {
  const shapes: Record<string, keyof typeof SHAPES> = {
    Object: 'mapping',
    Array: 'list',
    string: 'text',
    number: 'number',
    boolean: 'boolean',
    null: 'nothing',
  }
  return shapes[type ?? ''] ?? String(type)
}

/** The offset of a path in the file; for a value that `fromYaml` moved or added, the offset of its origin. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length >= 0; length--) {
    const part = path.slice(0, length)
    const withoutText = part.filter((key, index) => !(key === 'text' && index >= part.length - 2))
    for (const candidate of [part, withoutText]) {
      const node = document.getIn(candidate, true)
      if (isNode(node) && node.range) return node.range[0]
    }
  }
  return 0
}

/** The path without the `text` that `fromYaml` added. */
const inFile = (document: Document, path: Path): Path =>
  path.filter((key, index) => key !== 'text' || document.hasIn(path.slice(0, index + 1)))

function clauseBy(data: unknown, path: Path): string | undefined {
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
