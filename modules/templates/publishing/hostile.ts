import { CST, Lexer } from 'yaml'

/**
 * The largest template in the library has about 17,000 tokens, four nested brackets and ten columns of
 * indentation.
 */
const MAX_COUNTS = { tokens: 50_000, brackets: 20, dashes: 20, indent: 100 }

export type HostileRule = 'anchors' | 'tags' | 'secondDocument' | 'directives' | 'tooMany' | 'tooDeep'

/** YAML features that no template uses and that could be used to attack the parser. */
const REFUSED_FEATURES: Record<string, HostileRule> = {
  anchor: 'anchors',
  alias: 'anchors',
  tag: 'tags',
  'doc-start': 'secondDocument',
  'directive-line': 'directives',
}

/**
 * The reason why a file must not be parsed, if any. Takes linear time: counts tokens without interpreting
 * them, up to the first that exceeds a limit.
 */
export function findHostileYaml(yaml: string): { line: number; rule: HostileRule } | null {
  let line = 1
  let tokens = 0
  let brackets = 0
  let dashes = 0
  // A token of one character announces that the next token is text.
  let isText = false
  let isLineStart = true
  for (const token of new Lexer().lex(yaml)) {
    const type: string = isText ? 'text' : (CST.tokenType(token) ?? '')
    if (Object.hasOwn(REFUSED_FEATURES, type)) return { line, rule: REFUSED_FEATURES[type]! }
    if (++tokens > MAX_COUNTS.tokens) return { line, rule: 'tooMany' }
    if (isLineStart) dashes = 0
    if (type === 'seq-item-ind' || type === 'explicit-key-ind') dashes++
    if (/^flow-(map|seq)-start$/.test(type)) brackets++
    if (/^flow-(map|seq)-end$/.test(type)) brackets--
    const indent = isLineStart && type === 'space' ? token.length : 0
    if (brackets > MAX_COUNTS.brackets || dashes > MAX_COUNTS.dashes || indent > MAX_COUNTS.indent)
      return { line, rule: 'tooDeep' }
    isText = type === 'scalar'
    isLineStart = token.endsWith('\n')
    line += token.split('\n').length - 1
  }
  return null
}
