import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from '#tests/support/files.ts'

/** The components and hooks at a file's top level, by name, with their source. */
function functionsIn(text: string): [name: string, body: string][] {
  const functions = text.matchAll(/^(?:export )?function (\w+)[^\n]*\n?([\s\S]*?)^}/gm)
  return [...functions].flatMap(([body, name]) => (/^([A-Z]|use[A-Z])/.test(name!) ? [[name!, body]] : []))
}

/**
 * A component's reads of signals while rendering: `editor.tree.value`, or a part destructured from the
 * editor.
 */
function signalsRead(body: string): string[] {
  const handles = [...body.matchAll(/const (\w+) = (?:useEditor|useSignal|useComputed)\b/g)].map((m) => m[1])
  const destructuredNames = [...body.matchAll(/const \{([^}]*)\} = useEditor\(\)/g)].flatMap((m) =>
    m[1]!.split(/[\s,:]+/),
  )
  const names = [...handles, ...destructuredNames].filter(Boolean).join('|')
  const reads = [...body.matchAll(/useEditor\(\)(?:\.\w+)+\.value\b/g)].map((m) => m[0])
  if (!names) return reads
  const namedReads = body.matchAll(new RegExp(`\\b(?:${names})(?:\\.\\w+)*\\.value\\b(?! =[^=])`, 'g'))
  return [...reads, ...[...namedReads].map((m) => m[0])]
}

const withoutUseSignals = (text: string) =>
  functionsIn(text)
    .filter(([, body]) => signalsRead(body).length > 0 && !body.includes('useSignals()'))
    .map(([name]) => name)

test('every component that reads a signal calls useSignals; otherwise it would miss changes', () => {
  const files = sourceFiles(['islands']).filter((file) => file.endsWith('.tsx'))
  const readers = files.filter((file) =>
    functionsIn(readFileSync(file, 'utf8')).some(([, body]) => signalsRead(body).length),
  )
  expect(readers.length).toBeGreaterThan(15)
  expect(
    files.flatMap((file) => withoutUseSignals(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`)),
  ).toEqual([])
})

test.each([
  `function Paper() {\n  const editor = useEditor()\n  return <p>{editor.tree.value.title}</p>\n}\n`,
  `export function Paper({ of }: Props) {\n  const { tree, name: called } = useEditor()\n  return <p>{tree.value.title}</p>\n}\n`,
  `function Paper() {\n  const { languages } = useEditor().answers.value\n  return <p>{languages.primary}</p>\n}\n`,
  `function Counter() {\n  const count = useSignal(0)\n  return <p>{count.value}</p>\n}\n`,
])('a component without the call is detected: %s', (text) => {
  expect(withoutUseSignals(text)).toHaveLength(1)
  expect(withoutUseSignals(text.replace('{\n  const', '{\n  useSignals()\n  const'))).toEqual([])
})

test('a component that only sets a signal reads none', () => {
  expect(
    withoutUseSignals(`function Close() {\n  const editor = useEditor()\n  editor.form.value = null\n}\n`),
  ).toEqual([])
})
