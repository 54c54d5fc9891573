import { readFileSync } from 'node:fs'

/** The short complete example of docs/template-format.md: a template that is not in the library. */
export const CONSULTING = /```yaml\n(code:[\s\S]*?)```/.exec(
  readFileSync('docs/template-format.md', 'utf8'),
)![1]!
