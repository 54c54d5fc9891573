import type { Position } from '#assembly/template/position.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { EditorTranslator } from '../words.ts'

/** The role of a party in the reader's language: Buyer. */
export function roleOf({ tree, locale }: EditorState, key: string): string {
  const party = tree.value.parties.find((one) => one.key === key)
  return party?.role[locale === 'en_US' ? 'en' : 'zh'] ?? ''
}

const ORDINALS = ['first', 'second', 'third'] as const

/** Whom a wording favours, and its place among the fallbacks: favours the Buyer · first fallback. */
export function positionWords(t: EditorTranslator, editor: EditorState, { favours, fallback }: Position) {
  const role = favours && roleOf(editor, favours)
  return [
    favours === 'neutral' ? t('position.balanced') : role && t('position.favours', { role }),
    fallback && t(`position.fallback.${ORDINALS[fallback - 1] ?? 'later'}`, { number: fallback }),
  ]
    .filter(Boolean)
    .join(' · ')
}
