import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { memo } from 'react'
import type { LanguageChoice, Side } from '#assembly/answers.ts'
import { runsText } from '#assembly/plain.ts'
import type { ClauseNode } from '#assembly/tree.ts'
import { TextTool } from '../parts/tool.tsx'
import { WhenLoaded } from '../parts/when-loaded.tsx'
import { useEditor } from '../state/editor-state.ts'
import { sideLang, sideToRead, useWords } from '../words.ts'
import { restore } from './clause-actions.ts'
import { ClauseNotes } from './clause-notes.tsx'
import { Runs } from './runs.tsx'
import { toolsClass } from './tools/look.ts'
import { columnsClass } from './twin.tsx'

interface Props {
  node: ClauseNode
  sides: Side[]
  script: LanguageChoice['script']
  /** Clauses of an article only: the article, to which a clause can be added after this one. */
  article?: string
  /** Items only: the clause that contains the item. */
  within?: ClauseNode
}

/**
 * One clause in both languages with its actions. Memoised, so that only a changed clause is rendered again.
 */
export const ClauseRow = memo(function ClauseRow(props: Props) {
  const { node } = props
  return node.kept ? <PrintedRow {...props} /> : <FoldedRow {...props} />
})

function PrintedRow(props: Props) {
  useSignals()
  const { node, sides, script, within } = props
  const editor = useEditor()
  // A computed signal, so that only the row that was left and the row that was entered are rendered again.
  const isWriting = useComputed(() => editor.writing.value === node.id).value
  const isSelected = useComputed(() => editor.selected.value === node.id).value
  const points = useComputed(() => editor.openIn.value[node.id]).value
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing anywhere in a clause shows what there is to say about it
    <div
      id={`part-${node.id}`}
      data-clause={node.id}
      onFocus={() => select(editor, node.id)}
      onMouseDown={() => select(editor, node.id)}
      className={`group/clause relative -mr-2 -ml-2.5 mt-1 flex flex-col rounded-field border-l-2 px-2 py-1 sm:flex-row sm:gap-2 ${within ? 'sm:pl-6' : ''} ${isSelected ? 'border-primary bg-base-200/60' : 'border-transparent'}`}
    >
      <div className="min-w-0 flex-1">
        {isWriting ? (
          <WhenLoaded>
            {({ CustomText }) => <CustomText node={node} sides={sides} script={script} />}
          </WhenLoaded>
        ) : (
          <div className={columnsClass(sides)}>
            {sides.map((side) => (
              <div key={side} lang={sideLang(side, script)} className="flex">
                {node.number && (
                  <span className={`shrink-0 pr-1.5 ${within ? 'min-w-7' : 'min-w-9'}`}>{node.number}</span>
                )}
                <div
                  data-side={side}
                  className={`min-w-0 flex-1 whitespace-pre-wrap break-words ${node.emphasis ? 'font-semibold' : ''}`}
                >
                  <Runs runs={node.text[side]} clause={node.id} side={side} script={script} />
                </div>
              </div>
            ))}
          </div>
        )}
        {node.table && (
          <WhenLoaded quiet>
            {({ TableBelow }) => <TableBelow node={node} sides={sides} script={script} />}
          </WhenLoaded>
        )}
        <ClauseNotes node={node} points={points} />
      </div>
      {editor.mode.value === 'edit' && (
        <div className={`shrink-0 sm:w-14 ${toolsClass(isSelected)}`}>
          <WhenLoaded quiet>{({ ClauseTools }) => <ClauseTools {...props} writing={isWriting} />}</WhenLoaded>
        </div>
      )}
    </div>
  )
}

function select(editor: ReturnType<typeof useEditor>, id: string) {
  editor.selected.value = id
}

/**
 * Capitalises the first letter of each sentence, because the words for a reference to an omitted clause
 * begin with a small letter.
 */
const capitaliseSentences = (text: string): string =>
  text
    .split('. ')
    .map((sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1))
    .join('. ')

/** A clause that is not printed, folded to one line. */
function FoldedRow({ node, sides, script }: Props) {
  const editor = useEditor()
  const t = useWords()
  const side = sideToRead(editor.locale, sides)
  const isDropped = node.leftOut === 'dropped'
  return (
    <div
      id={`part-${node.id}`}
      data-clause={node.id}
      className="mt-1 flex flex-wrap items-center gap-x-2 border-base-300 border-y border-dashed py-0.5 font-sans text-base-content/70 text-sm"
    >
      {!node.because && <span className="shrink-0">{t(isDropped ? 'dropped' : 'leftOut')}</span>}
      <span
        id={`folded-${node.id}`}
        lang={sideLang(side, script)}
        className={`min-w-0 flex-1 truncate font-serif ${isDropped ? 'line-through' : ''}`}
      >
        {side === 'en' ? capitaliseSentences(runsText(node.text.en)) : runsText(node.text.zh)}
      </span>
      {isDropped && (
        <TextTool
          id={`restore-${node.id}`}
          act={() => restore(editor, node.id)}
          describedBy={`folded-${node.id}`}
        >
          {t('restore')}
        </TextTool>
      )}
      {node.because && <WhenLoaded quiet>{({ LeftOut }) => <LeftOut because={node.because!} />}</WhenLoaded>}
    </div>
  )
}
