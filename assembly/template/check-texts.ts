import { parseMarks, type TextMark } from '../marks.ts'
import { guaranteedParties } from './check-conditions.ts'
import type { Fault } from './faults.ts'
import type { Template, Twin } from './template.ts'
import type { FaultAtPath, TemplatePart } from './template-parts.ts'

/**
 * Checks every text: that its marks are valid, that both sides have equal marks, and that plain texts have
 * none.
 */
export function checkTexts(template: Template, parts: TemplatePart[]): FaultAtPath[] {
  const faults = plainTexts(template).flatMap(([twin, path]) => withoutMarks(twin, path))
  for (const part of parts) {
    if (!part.clause) continue
    const { text, alternatives = [] } = part.clause
    faults.push(...checkTwin(text, [...part.path, 'text'], part, template, parts))
    for (const [index, alternative] of alternatives.entries()) {
      const path = [...part.path, 'alternatives', index, 'text']
      faults.push(...checkTwin(alternative.text, path, part, template, parts))
    }
  }
  return [...faults, ...checkPrevailing(template)]
}

function plainTexts(template: Template): [Twin, FaultAtPath['path']][] {
  return [
    [template.title, ['title']],
    ...template.parties.map(({ role }, index): [Twin, FaultAtPath['path']] => [
      role,
      ['parties', index, 'role'],
    ]),
    ...(template.moreParties
      ? [[template.moreParties.role, ['moreParties', 'role']] as [Twin, FaultAtPath['path']]]
      : []),
    ...(template.self ? [[template.self, ['self']] as [Twin, FaultAtPath['path']]] : []),
    ...(['articles', 'annexes'] as const).flatMap((list) =>
      (template[list] ?? []).map(({ title }, index): [Twin, FaultAtPath['path']] => [
        title,
        [list, index, 'title'],
      ]),
    ),
    ...template.fields.flatMap(({ columns = [] }, index) =>
      columns.flatMap(({ text, options = [] }, place): [Twin, FaultAtPath['path']][] => {
        const path = ['fields', index, 'columns', place]
        return [
          [text, [...path, 'text']],
          ...options.map((one, optionIndex): [Twin, FaultAtPath['path']] => [
            one.text,
            [...path, 'options', optionIndex, 'text'],
          ]),
        ]
      }),
    ),
    ...template.fields.flatMap(({ options = [] }, index) =>
      options.map(({ text }, place): [Twin, FaultAtPath['path']] => [
        text,
        ['fields', index, 'options', place, 'text'],
      ]),
    ),
  ]
}

function sidesOf(twin: Twin): ['zh' | 'en' | 'hant', string][] {
  const sides: ['zh' | 'en' | 'hant', string | undefined][] = [
    ['zh', twin.zh],
    ['en', twin.en],
    ['hant', twin.hant],
  ]
  return sides.filter((side): side is ['zh' | 'en' | 'hant', string] => side[1] !== undefined)
}

function withoutMarks(twin: Twin, path: FaultAtPath['path']): FaultAtPath[] {
  return sidesOf(twin).flatMap(([side, text]) =>
    /[{}]/.test(text) ? [{ path: [...path, side], code: 'marksInPlain' }] : [],
  )
}

function checkPrevailing({ prevailing, prevails }: Template): FaultAtPath[] {
  return sidesOf(prevailing).flatMap(([side, text]) => {
    const rest = text.replaceAll('{prevailing}', '')
    if ((rest !== text || prevails) && !/[{}]/.test(rest)) return []
    return [{ path: ['prevailing', side], code: 'prevailingMarks' }]
  })
}

function checkTwin(
  twin: Twin,
  path: FaultAtPath['path'],
  part: TemplatePart,
  template: Template,
  parts: TemplatePart[],
): FaultAtPath[] {
  const faults: FaultAtPath[] = []
  const marksBySide = new Map<string, Set<string>>()
  for (const [side, text] of sidesOf(twin)) {
    const marks = parseMarks(text).filter(({ kind }) => kind !== 'text')
    marksBySide.set(side, new Set(marks.map(({ source }) => source)))
    for (const mark of marks) {
      const fault = checkMark(mark, part, template, parts)
      if (fault) faults.push({ path: [...path, side], ...fault })
    }
    // A folded YAML text has a space at each line break; between Chinese characters it would be printed.
    if (side !== 'en' && /\p{Script=Han}[ \n]\p{Script=Han}/u.test(text)) {
      faults.push({ path: [...path, side], code: 'spaceInChinese' })
    }
  }
  return [...faults, ...checkSameMarks(marksBySide, path)]
}

function checkMark(
  mark: TextMark,
  part: TemplatePart,
  template: Template,
  parts: TemplatePart[],
): Fault | undefined {
  if (mark.kind === 'unknown') return { code: 'notMark', values: { mark: mark.source } }
  if (mark.kind === 'field') {
    const field = template.fields.find(({ id }) => id === mark.id)
    if (!field) return { code: 'noField', values: { id: mark.id } }
    if (field.type === 'table') return { code: 'tableInSentence', values: { id: mark.id } }
  }
  if (mark.kind === 'ref') {
    const target = parts.find(({ id }) => id === mark.id)
    if (!target) return { code: 'referenceNowhere', values: { id: mark.id } }
    if (target.path[0] === 'recitals') return { code: 'referenceToRecital', values: { id: mark.id } }
    const [list, index] = target.path
    const article = list === 'articles' ? template.articles[Number(index)] : undefined
    if (article?.unnumbered) return { code: 'referenceToUnnumbered', values: { id: mark.id } }
  }
  return mark.kind === 'party' ? checkParty(mark.key, part, template) : undefined
}

function checkParty(key: string, part: TemplatePart, template: Template): Fault | undefined {
  const count = key === 'removed' ? Number.POSITIVE_INFINITY : key.charCodeAt(0) - 96
  if (count <= template.parties.length) return undefined
  if (count > (template.moreParties?.upTo ?? 0)) return { code: 'noParty', values: { key } }
  let place: TemplatePart | undefined = part
  for (; place; place = place.parent) if (guaranteedParties(place.when) >= count) return undefined
  return { code: 'partyMayBeAbsent', values: { key, count } }
}

function checkSameMarks(marksBySide: Map<string, Set<string>>, path: FaultAtPath['path']): FaultAtPath[] {
  const allMarks = new Set([...marksBySide.values()].flatMap((marks) => [...marks]))
  return [...marksBySide].flatMap(([side, marks]) => {
    const missingMarks = [...allMarks].filter((mark) => !marks.has(mark))
    if (!missingMarks.length) return []
    return [{ path: [...path, side], code: 'sideLacks', values: { marks: missingMarks.join(', ') } }]
  })
}
