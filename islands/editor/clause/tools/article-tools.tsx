import { useSignals } from '@preact/signals-react/runtime'
import { SignTool, Tool } from '../../parts/tool.tsx'
import { type ArticleToolsProps, useEditor } from '../../state/editor-state.ts'
import { useWords } from '../../words.ts'
import { addArticleAt, addClauseAfter, removeArticleAt } from '../adding.ts'
import { doneWriting, write } from '../clause-actions.ts'

/** The buttons of an article, at the right edge of its heading. */
export function ArticleTools({ article: { id, number, added, clauses }, name, writing }: ArticleToolsProps) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const words = { article: name }
  const isLeftOut = clauses.every((clause) => clause.leftOut !== undefined)
  return (
    <>
      {added && (
        <>
          <Tool
            id={`custom-${id}`}
            icon="edit"
            label={t('titleOf', words)}
            pressed={writing}
            act={() => (writing ? doneWriting(editor) : write(editor, id))}
          />
          <Tool icon="bin" label={t('removeArticle', words)} act={() => removeArticleAt(editor, id)} />
        </>
      )}
      {!isLeftOut && (
        <>
          <Tool icon="plus" label={t('addFirst', words)} act={() => addClauseAfter(editor, id, null)} />
          <SignTool sign="+§" label={t('addArticle', { number })} act={() => addArticleAt(editor, id)} />
        </>
      )}
    </>
  )
}
