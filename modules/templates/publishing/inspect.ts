import { parse } from 'yaml'
import { compareSides } from '#assembly/agreement/compare-sides.ts'
import type { Check } from '#assembly/agreement/finding.ts'
import { LANGUAGES, prove } from '#assembly/proving/prove.ts'
import { sampleAnswers } from '#assembly/proving/sample.ts'
import { type StyleRule, styleFaults } from '#assembly/proving/style.ts'
import { bothRuns, twinsOf } from '#assembly/proving/twins.ts'
import { MAX_SIZE, sizeOf } from '#assembly/size.ts'
import type { BlockFiles } from '#assembly/template/blocks.ts'
import { type Choice, choiceWords, type Fault, faultWords, type Values } from '#assembly/template/faults.ts'
import { type ParsedTemplate, type Path, parseTemplate } from '#assembly/template/parse.ts'
import type { Template } from '#assembly/template/template.ts'
import type { TemplateNotes } from '#assembly/template/template-notes.ts'
import { listParts } from '#assembly/template/template-parts.ts'
import type { Sides } from '#assembly/tree.ts'
import { citationsOf } from '../library/citations.ts'
import { type Law, unknownUses } from '../library/laws.ts'
import { type Pronunciation, pronunciationOf } from '../library/pronunciation.ts'
import { deriveTraditional, traditionalText } from '../traditional.ts'
import { findHostileYaml, type HostileRule } from './hostile.ts'

/**
 * source: the source cannot be parsed; unknown: it uses a category or place that the interface cannot name;
 * law: it cites something outside the table of laws, which staff can confirm; style: it breaks a style rule;
 * agreement: its languages differ; proof: it prints wrongly with certain choices; size: it is too long;
 * stopped: the check exceeded its time or memory limit.
 */
export type ProblemKind = 'source' | 'unknown' | 'law' | 'style' | 'agreement' | 'proof' | 'size' | 'stopped'

export interface Problem {
  kind: ProblemKind
  /** Line number from 1; 0 if the problem has no position. */
  line: number
  column: number
  clause?: string
  /** The path in the source; missing in older checks. */
  path?: Path
  /**
   * The broken rule; `fault` means a fault of the parser or the proof. Missing in checks that were stored
   * before this property existed.
   */
  rule?: StyleRule | HostileRule | 'reserved' | 'noWords' | 'tooLong'
  /** An English message, or the words concerned; empty if `check` describes the problem. */
  message: string
  fault?: Fault
  /** Name of the shared block that contains the problem. */
  block?: string
  /** The printed text, given the choices that `message` names. */
  text?: string
  choices?: Choice[]
  /** The kind of comparison, and the words of each language. */
  check?: Check
  detail?: Sides<string>
}

/** The context against which a source is inspected. */
export interface InspectionContext {
  blocks: BlockFiles
  /** The table of laws, as YAML. */
  laws: string
  /** The categories for which the pages have names. */
  categories: string[]
  jurisdictions: string[]
}

export interface InspectionResult {
  /** The template with its traditional Chinese; undefined if the source cannot be parsed. */
  template?: Template
  notes?: TemplateNotes
  /** The pronunciation of the template's names. */
  spoken?: Pronunciation
  problems: Problem[]
}

/** Codes that conflict with URLs of the desk. */
export const RESERVED = ['new', 'drafts', 'blocks', 'block-drafts']
/** An error that the YAML parser reports only as a consequence of the first one. */
const FOLLOW_ON_ERROR = /^Unexpected .* (token in YAML stream|at node end)/
const MAX_PROBLEMS = 200
const MAX_MESSAGE_LENGTH = 300
const MAX_CHOICES = 20

/** Inspects the source of a template and returns every problem that prevents publishing. */
export function inspect(yaml: string, context: InspectionContext): InspectionResult {
  const hostile = findHostileYaml(yaml)
  if (hostile) return { problems: [{ kind: 'source', column: 1, message: '', ...hostile }] }
  const parsed = parseTemplate(yaml, '', context.blocks)
  if ('problems' in parsed)
    return {
      problems: shortenAll(
        parsed.problems
          .filter(({ message }, index) => index === 0 || !FOLLOW_ON_ERROR.test(message))
          .map(({ file: _, ...problem }): Problem => ({ kind: 'source', ...problem })),
      ),
    }
  const { template, notes } = parsed
  const problemAt = problemFactory(parsed)
  const size = sizeFaults(template, notes)
  const problems = [
    ...unknownWords(template, context).map(({ path, rule, message }) => ({
      ...problemAt('unknown', path, message),
      rule,
    })),
    ...lawFaults(template, notes, context).map(({ path, message }) => problemAt('law', path, message)),
    ...styleFaults(template).map(({ at: id, rule, text }) => ({
      ...problemAt('style', id || pathOfStyleFault(template, rule, text), text ?? ''),
      rule,
    })),
    ...agreementFaults(template).map(({ id, ...finding }) => ({
      ...problemAt('agreement', id, ''),
      ...finding,
    })),
    ...size.map((fault) => ({
      ...problemAt('size', [], faultWords(fault)),
      rule: 'tooLong' as const,
      fault,
    })),
    // Skips the proof, which would assemble an overlong template hundreds of times.
    ...(size.length
      ? []
      : proofs(template, notes).map(({ id, message, ...proof }) => ({
          ...problemAt('proof', id, message),
          ...proof,
        }))),
  ]
  return {
    template: deriveTraditional(template),
    notes,
    spoken: pronunciationOf(template),
    problems: shortenAll(problems),
  }
}

const shortenAll = (problems: Problem[]): Problem[] => problems.slice(0, MAX_PROBLEMS).map(shorten)

function shorten({ text, choices, fault, block, ...problem }: Problem): Problem {
  return {
    ...problem,
    message: cutMessage(problem.message),
    ...(text && { text: cutMessage(text) }),
    ...(block && { block: cutMessage(block) }),
    ...(fault && { fault: withShortValues(fault) }),
    ...(choices && { choices: choices.slice(0, MAX_CHOICES).map(withShortValues) }),
  }
}

const cutMessage = (text: string) => text.slice(0, MAX_MESSAGE_LENGTH)

const withShortValues = <T extends { values?: Values }>({ values = {}, ...fault }: T) => ({
  ...fault,
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? cutMessage(value) : value,
    ]),
  ),
})

/**
 * Adds the position to a problem, from a path in the template or from the id of a clause, alternative, field
 * or rule.
 */
function problemFactory({ template, placeOf }: ParsedTemplate) {
  const paths = new Map<string, Path>([
    ...(['rules', 'advise'] as const).flatMap((list) =>
      (template[list] ?? []).map(({ id }, index): [string, Path] => [id, [list, index]]),
    ),
    ...template.fields.map(({ id }, index): [string, Path] => [id, ['fields', index]]),
    ...listParts(template).flatMap(({ id, path, clause }): [string, Path][] => [
      [id, path],
      ...(clause?.alternatives ?? []).map((one, index): [string, Path] => [
        `${id}/${one.id}`,
        [...path, 'alternatives', index],
      ]),
    ]),
  ])
  return (kind: ProblemKind, at: Path | string, message: string): Problem => {
    const path = typeof at === 'string' ? (paths.get(at) ?? paths.get(at.split('/')[0]!)) : at
    if (!path) return { kind, line: 0, column: 0, ...(at && { clause: String(at) }), message }
    const { clause, ...place } = placeOf(path)
    const clauseId = typeof at === 'string' ? at : clause
    return { kind, ...place, ...(clauseId && { clause: clauseId }), message }
  }
}

function unknownWords({ code, category, jurisdictions }: Template, context: InspectionContext) {
  const placeProblems = jurisdictions.flatMap((place, index) =>
    context.jurisdictions.includes(place)
      ? []
      : [{ path: ['jurisdictions', index], rule: 'noWords' as const, message: place }],
  )
  return [
    ...(RESERVED.includes(code) ? [{ path: ['code'], rule: 'reserved' as const, message: code }] : []),
    ...(context.categories.includes(category)
      ? []
      : [{ path: ['category'], rule: 'noWords' as const, message: category }]),
    ...placeProblems,
  ]
}

function lawFaults(template: Template, { law }: TemplateNotes, context: InspectionContext) {
  const uses = citationsOf(template, law).map((one) => ({ ...one, template: template.code }))
  return unknownUses(uses, parse(context.laws) as Law[]).map(({ law: name, article, partId: at }) => ({
    path: at || ['purpose'],
    message: [name && `《${name}》`, article && `第${article}条`].filter(Boolean).join(''),
  }))
}

/** Compares the languages in both scripts; reports equal findings once. */
function agreementFaults(template: Template) {
  const problems = twinsOf(template).flatMap(({ id, text }) =>
    [text.zh, text.hant ?? traditionalText(text.zh)].flatMap((zh) =>
      compareSides(bothRuns({ zh, en: text.en })).map(({ check, detail }) => ({ id, check, detail })),
    ),
  )
  return [
    ...new Map(problems.toReversed().map((one) => [`${one.id} ${one.check}`, one])).values(),
  ].toReversed()
}

function pathOfStyleFault({ parties }: Template, rule: StyleRule, text = ''): Path {
  if (rule === 'nobodySigns') return ['parties']
  return rule === 'unnamedParty' ? ['parties', parties.findIndex(({ key }) => key === text)] : ['code']
}

function sizeFaults(template: Template, notes: TemplateNotes): Fault[] {
  const size = sizeOf(template, sampleAnswers(template, notes, LANGUAGES['zh-en']!))
  return (['characters', 'marks'] as const)
    .filter((measure) => size[measure] > MAX_SIZE[measure])
    .map((measure) => ({
      code: measure === 'marks' ? 'tooManyMarks' : 'tooManyCharacters',
      values: { count: size[measure], max: MAX_SIZE[measure] },
    }))
}

const proofs = (template: Template, notes: TemplateNotes) =>
  prove(template, notes).proofs.map(({ at, message, text, choices, fault }) => ({
    id: at,
    fault,
    choices,
    ...(text && { text }),
    message: [
      message,
      text && `“${text}”`,
      choices.length > 0 && `with ${choices.map(choiceWords).join(', ')}`,
    ]
      .filter(Boolean)
      .join(' · '),
  }))
