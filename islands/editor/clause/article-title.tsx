import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import type { Answers, Side } from '#assembly/answers.ts'
import { clauseText, writeCustom } from '#assembly/edit.ts'
import type { ArticleNode } from '#assembly/tree.ts'
import { isComposing } from '#views/language/composing.ts'
import { change, endUndoStep, useEditor } from '../state/editor-state.ts'
import { sideLang, useWords } from '../words.ts'
import { doneWriting } from './clause-actions.ts'
import { columnsClass } from './twin.tsx'

/** Edits the title of an article that was added to this document, in both languages. */
export function ArticleTitle({ article, sides }: { article: ArticleNode; sides: Side[] }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const answersAtFocus = useRef<Answers>(editor.answers.value)
  const text = clauseText(editor.answers.value, editor.template, article.id)
  const write = (side: Side, next: string) =>
    change(
      editor,
      (answers, template) => writeCustom(answers, template, article.id, side, next, answersAtFocus.current),
      `text.${article.id}.${side}`,
    )
  return (
    <div className={`min-w-0 flex-1 ${columnsClass(sides)}`}>
      {sides.map((side) => (
        <input
          key={side}
          id={`text-${article.id}-${side}`}
          lang={sideLang(side, editor.answers.value.languages.script)}
          aria-label={t('titleIn', { side: t(`side.${side}`) })}
          autoComplete="off"
          className="input w-full font-semibold font-serif text-lg"
          value={text[side]}
          onFocus={() => {
            answersAtFocus.current = editor.answers.value
          }}
          onBlur={() => endUndoStep(editor)}
          onChange={(event) => write(side, event.target.value)}
          onKeyDown={(event) => {
            if (!['Enter', 'Escape'].includes(event.key) || isComposing(event.nativeEvent)) return
            event.preventDefault()
            event.stopPropagation()
            doneWriting(editor)
          }}
        />
      ))}
    </div>
  )
}
