import { useSignals } from '@preact/signals-react/runtime'
import { SignTool, Tool } from '../../parts/tool.tsx'
import { type ClauseToolsProps, useEditor } from '../../state/editor-state.ts'
import { lookupOf } from '../../state/lookup.ts'
import { useWords } from '../../words.ts'
import { addClauseAfter, remove } from '../adding.ts'
import { doneWriting, write } from '../clause-actions.ts'
import { discard, drop } from '../decisions.ts'
import { AlternativeMenu } from './alternative-menu.tsx'
import { placeName } from './place-name.ts'

/** The buttons of a printed clause, at its right edge. */
export function ClauseTools({ node, article, within, writing }: ClauseToolsProps) {
  useSignals()
  const editor = useEditor()
  const t = useWords()
  const clause = lookupOf(editor.template).clauses.get(node.id)
  const clauseName = placeName(t, editor, node, within)
  return (
    <div className="flex content-start items-start justify-end font-sans sm:flex-wrap">
      {clause?.alternatives && <AlternativeMenu clause={clause} clauseName={clauseName} />}
      {node.state === 'custom' && clause && (
        <Tool
          icon="refresh"
          label={t('restoreText', { place: clauseName })}
          act={() => discard(editor, node.id)}
        />
      )}
      {!clause?.fixed && (
        <Tool
          id={`custom-${node.id}`}
          icon="edit"
          label={t('customFor', { place: clauseName })}
          pressed={writing}
          act={() => (writing ? doneWriting(editor) : write(editor, node.id))}
        />
      )}
      {!clause && (
        <Tool icon="bin" label={t('remove', { place: clauseName })} act={() => remove(editor, node.id)} />
      )}
      {clause?.droppable && (
        <Tool
          id={`drop-${node.id}`}
          icon="close"
          label={t('drop', { place: clauseName })}
          act={() => drop(editor, node.id)}
        />
      )}
      {article && (
        <Tool
          icon="plus"
          label={t('addAfter', { place: clauseName })}
          act={() => addClauseAfter(editor, article, node.id, within?.id)}
        />
      )}
      {article && !within && !clause?.fixed && (
        <SignTool
          sign="+(1)"
          label={t('addItem', { place: clauseName })}
          act={() => addClauseAfter(editor, article, node.items.at(-1)?.id ?? null, node.id)}
        />
      )}
    </div>
  )
}
