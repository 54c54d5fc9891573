import type { AddedClause, Answers } from '#assembly/answers.ts'
import { clauseAnswer } from '#assembly/outline.ts'
import type { Template, Twin } from '#assembly/template/template.ts'
import { blankLine } from '#assembly/words.ts'
import { libraryEntries } from '#modules/templates/index.ts'
import { clausesOf } from './bank.ts'
import { transplant } from './transplant.ts'

/** The library clause from which an added clause was taken. */
export interface Origin {
  /** The title of the clause's template. */
  title: Twin
  /** `same`: the text of the library; `filled`: this text with its blanks filled in. */
  state: 'same' | 'filled' | 'changed'
}

/**
 * The origins of added clauses, by id. The text is compared with the library in force, not with the editor's
 * input, because reviewers rely on it.
 */
export function originsIn(template: Template, answers: Answers): Map<string, Origin> {
  return new Map(
    answers.added.flatMap((one) => {
      const origin = originOf(one, template, answers)
      return origin ? [[one.id, origin] as const] : []
    }),
  )
}

function originOf({ id, from }: AddedClause, to: Template, answers: Answers): Origin | null {
  const sourceTemplate = from && libraryEntries().find((one) => one.template.code === from.template)?.template
  if (!sourceTemplate) return null
  const wording = clausesOf(sourceTemplate)
    .find(({ clause }) => clause.id === from.clause)
    ?.wordings.find((one) => one.id === from.alternative)
  const transplanted =
    wording && transplant(wording, { from: sourceTemplate, to, script: answers.languages.script })
  if (!transplanted) return { title: sourceTemplate.title, state: 'changed' }
  const items = answers.added.filter(({ within }) => within === id)
  const pairs = [transplanted.text, ...transplanted.items].map((text, index) => ({
    text,
    now: clauseAnswer(answers, index ? (items[index - 1]?.id ?? '') : id)?.custom,
  }))
  const sides = ['zh', 'en'] as const
  const isEveryPart = (isInState: (text: string, now: string, blank: string) => boolean) =>
    items.length === transplanted.items.length &&
    pairs.every(
      ({ text, now }) => now && sides.every((side) => isInState(text[side], now[side], blankLine[side])),
    )
  if (isEveryPart((text, now) => text === now)) return { title: sourceTemplate.title, state: 'same' }
  return { title: sourceTemplate.title, state: isEveryPart(isFilled) ? 'filled' : 'changed' }
}

/** Whether a text is another text with its blanks filled in. */
function isFilled(text: string, now: string, blank: string): boolean {
  const [firstPart = '', ...laterParts] = text.split(blank)
  const lastPart = laterParts.pop()
  if (lastPart === undefined) return text === now
  if (!now.startsWith(firstPart) || !now.endsWith(lastPart)) return false
  let offset = firstPart.length
  for (const piece of laterParts) {
    const index = now.indexOf(piece, offset)
    if (index < 0) return false
    offset = index + piece.length
  }
  return offset <= now.length - lastPart.length
}
