import type { Position } from '#assembly/template/position.ts'
import { twinIn } from '#assembly/template/words-in.ts'
import { type EditorState, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'

/** The role of a party in the reader's language: Buyer. */
export function roleOf({ answers, template, locale }: EditorState, key = ''): string {
  const index = answers.value.parties.findIndex((one) => one.key === key)
  const role = answers.value.parties[index]?.role ?? template.parties[index]?.role
  return role ? twinIn(role, locale) : ''
}

const ORDINALS = ['first', 'second', 'third'] as const

/**
 * The party that a wording favours, and its order among the fallbacks: favours the Buyer · first fallback.
 */
export function PositionNote({ favours, fallback }: Position) {
  const t = useWords()
  const role = roleOf(useEditor(), favours)
  return (
    <span className="block text-base-content/70 text-xs">
      {favours === 'neutral' ? t('position.balanced') : role && t('position.favours', { role })}
      {fallback && ` · ${t(`position.fallback.${ORDINALS[fallback - 1] ?? 'later'}`, { number: fallback })}`}
    </span>
  )
}
