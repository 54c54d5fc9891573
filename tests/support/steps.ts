import { type Profiler, Session } from 'node:inspector/promises'
import { setFlagsFromString } from 'node:v8'
import { countingRegExps } from './regexp-steps.ts'

/** Numbers of steps by file, and of regular expressions and built-ins that walk over a text or list. */
export type Steps = Map<string, number>

/**
 * Counts the steps of `work` in the files whose path contains one of `paths`: blocks of code entered, as V8
 * counts them for coverage, the same number each time. Regular expressions run on a counting machine, and
 * built-ins such as `indexOf` count for as many steps as they examine characters or entries.
 */
export async function stepsOf(paths: string[], work: () => unknown): Promise<Steps> {
  session ??= await openSession()
  const regExps = countingRegExps()
  const walked = { steps: 0 }
  const mend = [
    ...countWalks(walked),
    instead(RegExp.prototype, 'exec', (_, pattern, [text]) =>
      regExps.exec(pattern as RegExp, text as string),
    ),
  ]
  try {
    await session.post('Profiler.takePreciseCoverage')
    await work()
  } finally {
    for (const one of mend) one()
  }
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const steps: Steps = new Map([
    ['regular expressions', regExps.steps],
    ['built-ins', walked.steps],
  ])
  for (const script of result) {
    const path = paths.find((one) => script.url.includes(one))
    if (path) steps.set(script.url.slice(script.url.indexOf(path)), blocksIn(script))
  }
  return steps
}

let session: Session | undefined

async function openSession(): Promise<Session> {
  // Calls of inlined functions would not be counted.
  for (const flag of ['--no-turbo-inlining', '--no-maglev-inlining']) setFlagsFromString(flag)
  const opened = new Session()
  opened.connect()
  await opened.post('Profiler.enable')
  await opened.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return opened
}

function blocksIn({ functions }: Profiler.ScriptCoverage): number {
  return functions.reduce((sum, { ranges }) => sum + ranges.reduce((all, { count }) => all + count, 0), 0)
}

type LongValue = { length: number }
type Cost = (on: LongValue, given: unknown[], result: unknown) => number

const whole: Cost = (on) => on.length
const result: Cost = (_, __, result) => (result as LongValue).length
const upToFound: Cost = (on, [, from = 0], place) =>
  ((place as number) < 0 ? on.length : (place as number) + 1) - Math.min(from as number, on.length)
const inList = Array.prototype.indexOf
const inText = String.prototype.indexOf
const known: Cost = (on, given) =>
  upToFound(on, given, (typeof on === 'string' ? inText : inList).apply(on as never, given as never))

const WALKING: [prototype: object, cost: Cost, names: string[]][] = [
  [Array.prototype, result, ['concat', 'flat', 'slice', 'toReversed', 'toSorted', 'toSpliced', 'with']],
  [Array.prototype, whole, ['fill', 'join', 'lastIndexOf', 'reverse', 'shift', 'sort', 'splice', 'unshift']],
  [Array.prototype, upToFound, ['indexOf']],
  [Array.prototype, known, ['includes']],
  [String.prototype, upToFound, ['indexOf']],
  [String.prototype, known, ['includes']],
  [String.prototype, whole, ['lastIndexOf', 'normalize', 'replace', 'replaceAll', 'split']],
  [String.prototype, whole, ['toLowerCase', 'toUpperCase', 'trim', 'trimEnd', 'trimStart']],
]

function countWalks(walked: { steps: number }): (() => void)[] {
  return WALKING.flatMap(([prototype, cost, names]) =>
    names.map((name) =>
      instead(prototype, name, (original, on, given) => {
        const result = Reflect.apply(original, on, given)
        walked.steps += cost(on as LongValue, given, result)
        return result
      }),
    ),
  )
}

type BuiltIn = (...given: never[]) => unknown

/** Replaces a built-in by another function, until the returned function is called. */
function instead(
  prototype: object,
  name: string,
  act: (original: BuiltIn, on: unknown, given: unknown[]) => unknown,
): () => void {
  const property = Object.getOwnPropertyDescriptor(prototype, name)!
  const original = property.value
  function value(this: unknown, ...given: unknown[]) {
    return act(original, this, given)
  }
  Object.defineProperty(prototype, name, { ...property, value })
  return () => Object.defineProperty(prototype, name, property)
}
