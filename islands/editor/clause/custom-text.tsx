import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import type { Answers, LanguageChoice, Side } from '#modules/documents/assembly/answers.ts'
import { clauseText, writeCustom } from '#modules/documents/assembly/edit.ts'
import type { ClauseNode } from '#modules/documents/assembly/tree.ts'
import { TextTool } from '../parts/tool.tsx'
import { change, settle, useEditor } from '../state/editor-state.ts'
import { sideLang, useWords } from '../words.ts'
import { doneWriting } from './clause-actions.ts'
import { MarkLegend } from './mark-legend.tsx'
import { columns } from './twin.tsx'

interface Props {
  node: ClauseNode
  sides: Side[]
  script: LanguageChoice['script']
}

/** Both languages of a clause open for writing, with the marks of blanks and references as they stand in the text. */
export function CustomText({ node, sides, script }: Props) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const text = clauseText(editor.answers.value, editor.template, node.id)
  const [side, setSide] = useState<Side>(sides[0] ?? 'zh')
  const since = useRef<Answers>(editor.answers.value)
  const boxes = useRef<Partial<Record<Side, HTMLTextAreaElement | null>>>({})
  const enter = (entered: Side) => {
    setSide(entered)
    since.current = editor.answers.value
  }
  const write = (written: Side, next: string) =>
    change(
      editor,
      (answers, template) => writeCustom(answers, template, node.id, written, next, since.current),
      `text.${node.id}.${written}`,
    )
  const insert = (mark: string) => {
    const box = boxes.current[side]
    if (!box) return
    const { selectionStart: from, selectionEnd: to } = box
    write(side, box.value.slice(0, from) + mark + box.value.slice(to))
    placeCursor(box, from + mark.length)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes from any of the boxes inside
    <div
      className="grid gap-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.stopPropagation()
        doneWriting(editor)
      }}
    >
      <div className={columns(sides)}>
        {sides.map((one) => (
          <textarea
            key={one}
            id={`text-${node.id}-${one}`}
            ref={(box) => {
              boxes.current[one] = box
            }}
            lang={sideLang(one, script)}
            aria-label={t('textIn', { number: node.number, side: t(`side.${one}`) })}
            rows={rowsFor(text[one], one)}
            className={`textarea w-full font-serif text-[15px] leading-relaxed ${node.stale === one ? 'textarea-warning' : ''}`}
            value={text[one]}
            maxLength={20_000}
            onFocus={() => enter(one)}
            onBlur={() => settle(editor)}
            onChange={(event) => write(one, event.target.value)}
          />
        ))}
      </div>
      <MarkLegend text={`${text.zh} ${text.en}`} insert={insert} />
      <div>
        <TextTool act={() => doneWriting(editor)}>{t('done')}</TextTool>
      </div>
    </div>
  )
}

function placeCursor(box: HTMLTextAreaElement, at: number) {
  requestAnimationFrame(() => {
    box.focus()
    box.setSelectionRange(at, at)
  })
}

/** Enough rows for the text as it stands; a Chinese character is as wide as two Latin ones. */
function rowsFor(text: string, side: Side): number {
  const lines = Math.ceil(text.length / (side === 'zh' ? 24 : 48)) + 1
  return Math.min(14, Math.max(4, lines))
}
