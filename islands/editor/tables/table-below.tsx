import { useSignals } from '@preact/signals-react/runtime'
import type { Answers, Side } from '#assembly/answers.ts'
import type { ClauseNode } from '#assembly/tree.ts'
import { focusSoon } from '#views/focus.ts'
import { isComposing } from '#views/language/composing.ts'
import { PrintedTable } from '#views/paper/printed-table.tsx'
import { openBlank } from '../fields/blanks.ts'
import { FieldInput } from '../fields/field-input.tsx'
import { TextTool } from '../parts/tool.tsx'
import { endUndoStep, type OpenBlank, useEditor } from '../state/editor-state.ts'
import { lookupOf } from '../state/lookup.ts'
import { interfaceLang, sideLang, useWords } from '../words.ts'

interface Props {
  node: ClauseNode
  sides: Side[]
  script: Answers['languages']['script']
}

/** The table below a clause as printed; its form opens in the same place. */
export function TableBelow({ node, sides, script }: Props) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const table = node.table!
  const field = lookupOf(editor.template).fields.get(table.field)
  const blank: OpenBlank = { clause: node.id, side: sides[0] ?? 'zh', index: -1 }
  const isOpen = editor.blank.value?.clause === node.id && editor.blank.value.index < 0
  if (!field) return null
  const close = () => {
    endUndoStep(editor)
    editor.blank.value = null
    focusSoon(`table-${field.id}`)
  }
  return (
    <div data-field={field.id} className="mt-1 text-sm">
      {isOpen ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes from any of the boxes inside
        <div
          lang={interfaceLang(editor.locale)}
          onBlur={() => endUndoStep(editor)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
            event.stopPropagation()
            close()
          }}
          className="grid gap-2 rounded-box border border-info bg-base-100 p-2 shadow-md"
        >
          <FieldInput field={field} answers={editor.answers.value} id={`blank-${field.id}`} />
          <div>
            <TextTool act={close}>{t('done')}</TextTool>
          </div>
        </div>
      ) : (
        <>
          <PrintedTable table={table} sides={sides} langOf={(side) => sideLang(side, script)} />
          <div lang={interfaceLang(editor.locale)}>
            <TextTool id={`table-${field.id}`} act={() => openBlank(editor, blank)}>
              {t('table.fill')}
            </TextTool>
          </div>
        </>
      )}
    </div>
  )
}
