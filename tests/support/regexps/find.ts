import { readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'

/**
 * A regular expression in a file: a literal, or an expression composed of parts, of which some are known.
 */
export type FoundExpression = { at: string } & ({ regexp: RegExp } | { file: string; parts: string[] | null })

/** All regular expressions in a file, found by the parser. `at` is file:line. */
export function regexpsIn(file: string, text = readFileSync(file, 'utf8')): FoundExpression[] {
  const expressions: FoundExpression[] = []
  const at = (start: number) => `${file}:${text.slice(0, start).split('\n').length}`
  const constructed = ({ callee, arguments: given, start }: ESTree.NewExpression | ESTree.CallExpression) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
    expressions.push({ at: at(start), file, parts: partsOf(given[0]) })
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node)
        expressions.push({ at: at(node.start), regexp: new RegExp(node.regex.pattern, node.regex.flags) })
    },
    NewExpression: constructed,
    CallExpression: constructed,
  }).visit(parseSync(file, text).program)
  return expressions
}

/** The literal text between the unknown parts; null if there is none. */
function partsOf(given: ESTree.Argument | undefined): string[] | null {
  if (given?.type !== 'TemplateLiteral') return null
  return given.quasis.map(({ value }) => value.cooked ?? value.raw)
}

/** Whether a pattern can be the result of composing these parts. */
export function canResultFrom(parts: string[] | null, { source: escaped }: RegExp): boolean {
  if (!parts) return true
  const source = escaped.replaceAll('\\/', '/')
  const [first = '', ...others] = parts
  if (!source.startsWith(first)) return false
  const lastPart = others.pop() ?? ''
  let from = first.length
  for (const part of others) {
    const nextIndex = source.indexOf(part, from)
    if (nextIndex < 0) return false
    from = nextIndex + part.length
  }
  return source.length - lastPart.length >= from && source.endsWith(lastPart)
}
