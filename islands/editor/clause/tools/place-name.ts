import { runsText } from '#assembly/plain.ts'
import type { ClauseNode } from '#assembly/tree.ts'
import type { EditorState } from '../../state/editor-state.ts'
import { type EditorTranslator, sideToRead } from '../../words.ts'

/** Names a clause in the label of a button: ‘clause 3.2’, or by its first words if it has no number. */
export function placeName(
  t: EditorTranslator,
  editor: EditorState,
  node: ClauseNode,
  within?: ClauseNode,
): string {
  const number = within ? `${within.number}${node.number}` : node.number
  if (number) return t('placeNumber', { number })
  const side = sideToRead(editor.locale, editor.tree.value.sides)
  const text = runsText(node.text[side])
  const beginning = side === 'zh' ? text.slice(0, 12) : text.split(' ').slice(0, 5).join(' ')
  return beginning ? t('placeText', { text: `${beginning}…` }) : t('placeEmpty')
}
