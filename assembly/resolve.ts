import type { Side } from './answers.ts'
import { parseMarks, type TextMark } from './marks.ts'
import { afterOne } from './numbers/singular.ts'
import { partySides } from './party-block.ts'
import type { MarkProblem, Scene } from './scene.ts'
import type { Run, Sides } from './tree.ts'
import { blankLine, missingParty, missingReference, selfName } from './words.ts'

/**
 * Resolves one side's text with its blanks and cross-references into runs. Reports marks that cannot be
 * resolved; never throws.
 */
export function resolveText(
  text: string,
  side: Side,
  scene: Scene,
): { runs: Run[]; problems: MarkProblem[] } {
  const runs: Run[] = []
  const problems: MarkProblem[] = []
  for (const mark of parseMarks(text)) {
    const resolved = resolveMark(mark, side, scene)
    if (resolved.problem) problems.push({ problem: resolved.problem, source: mark.source })
    const lastRun = runs.at(-1)
    const run = resolved.problem && side === 'en' ? atBeginning(resolved.run, lastRun) : resolved.run
    const isAfterOne =
      side === 'en' && run.kind === 'text' && lastRun?.kind === 'field' && lastRun.text === '1'
    if (run.kind === 'text' && lastRun?.kind === 'text') lastRun.text += run.text
    else runs.push(isAfterOne ? { ...run, text: afterOne(run.text) } : run)
  }
  return { runs: withoutDoubleStops(runs, side), problems }
}

/** Capitalises “the relevant Party” at the beginning of a sentence. */
function atBeginning(run: Run, previous: Run | undefined): Run {
  // Checked first, because adjacent texts are joined and would be trimmed once for each mark.
  if (run.kind === 'text') return run
  const isBeginning = !previous || (previous.kind === 'text' && previous.text.trimEnd().endsWith('.'))
  return isBeginning ? { ...run, text: capitalised(run.text) } : run
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Per side: the punctuation that is removed from the end of a value if the text continues with `next`. */
const STOPS: Record<Side, { end: RegExp; next: RegExp }> = {
  zh: { end: /[。，、；]$/, next: /^[。，、；：！？]/ },
  en: { end: /[;,。，；]$/, next: /^[.,;:!?]/ },
}

/**
 * Prevents doubled punctuation. If the text continues with a stop, the value's final stop is removed. If the
 * value ends with the full stop of an abbreviation (`Co., Ltd.`), the text's full stop is removed instead.
 */
function withoutDoubleStops(runs: Run[], side: Side): Run[] {
  const { end, next } = STOPS[side]
  // A shortcut, because most texts have no values and all texts are resolved on every key stroke.
  if (runs.length < 2) return runs
  return runs.map((run, index) => {
    const previous = runs[index - 1]
    const nextRun = runs[index + 1]
    const isFilled = run.kind === 'field' || run.kind === 'party'
    if (isFilled && nextRun?.kind === 'text' && next.test(nextRun.text) && !run.empty)
      return { ...run, text: end.test(run.text) ? run.text.slice(0, -1) : run.text }
    const previousEndsWithStop = previous && previous.kind !== 'text' && previous.text.endsWith('.')
    return previousEndsWithStop && /^\.(?!\.)/.test(run.text) ? { ...run, text: run.text.slice(1) } : run
  })
}

interface ResolvedMark {
  run: Run
  problem?: MarkProblem['problem']
}

function resolveMark(mark: TextMark, side: Side, scene: Scene): ResolvedMark {
  switch (mark.kind) {
    case 'text':
      return { run: { kind: 'text', text: mark.text } }
    case 'number':
      return { run: { kind: 'text', text: scene.number || blankLine[side] } }
    case 'this':
      return { run: { kind: 'text', text: selfName(scene.template, scene.script)[side] } }
    case 'field':
      return resolveField(mark, side, scene)
    case 'ref':
      return resolveRef(mark.id, side, scene)
    case 'party':
      return resolveParty(mark, side, scene)
    case 'unknown':
      return { run: { kind: 'text', text: mark.source }, problem: 'unknownMark' }
  }
}

function resolveField(mark: TextMark & { kind: 'field' }, side: Side, scene: Scene): ResolvedMark {
  const field = scene.fields.get(mark.id)
  if (!field || field.field.type === 'table')
    return { run: { kind: 'text', text: mark.source }, problem: 'unknownMark' }
  return { run: valueOrBlank('field', mark.id, field.printed[side], blankLine[side]) }
}

function resolveRef(id: string, side: Side, scene: Scene): ResolvedMark {
  const place = scene.places.get(id)
  if (place?.label) return { run: { kind: 'ref', text: place.label[side], target: id } }
  let parentId = place?.parent
  while (parentId && !scene.places.get(parentId)?.label) parentId = scene.places.get(parentId)?.parent
  const label: Sides<string> =
    (parentId && scene.places.get(parentId)?.label) || missingReference(scene.template, scene.script)
  return {
    run: { kind: 'ref', text: label[side], target: id },
    problem: place ? 'referenceLeftOut' : 'referenceUnknown',
  }
}

function resolveParty(mark: TextMark & { kind: 'party' }, side: Side, scene: Scene): ResolvedMark {
  const party = scene.parties.find(({ key }) => key === mark.key)
  const target = mark.attribute ? `${mark.key}.${mark.attribute}` : mark.key
  if (!party)
    return {
      run: { kind: 'party', text: missingParty(scene.script)[side], target },
      problem: 'partyMissing',
    }
  if (!mark.attribute) return { run: { kind: 'party', text: party.label[side], target } }
  const text = mark.attribute === 'role' ? party.role[side] : partySides(party.party, mark.attribute)[side]
  return { run: valueOrBlank('party', target, text.trim() ? text : null, blankLine[side]) }
}

function valueOrBlank(kind: 'field' | 'party', target: string, text: string | null, blank: string): Run {
  return text === null ? { kind, text: blank, target, empty: true } : { kind, text, target }
}
