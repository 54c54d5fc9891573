import { useSignals } from '@preact/signals-react/runtime'
import type { ClauseNode, OpenPoint } from '#assembly/tree.ts'
import { Icon } from '#views/icons.tsx'
import { confirmWords, pointWords } from '../parts/problems.ts'
import { TextTool } from '../parts/tool.tsx'
import { WhenLoaded } from '../parts/when-loaded.tsx'
import { useEditor } from '../state/editor-state.ts'
import { confirmId, pointKey } from '../state/points.ts'
import { useWords } from '../words.ts'
import { confirm, confirmAsIs } from './clause-actions.ts'

/** An advice on a field, or a machine translation of it, is shown below the clause that prints the field. */
const isAdviceIn = ({ kind, clause }: OpenPoint, id: string) =>
  (kind === 'advice' || kind === 'machine') && clause === id

interface Props {
  node: Pick<ClauseNode, 'id' | 'state' | 'stale'>
  points?: OpenPoint[]
}

/** The notes below a clause: that its text is custom, and its open points. */
export function ClauseNotes({ node, points = [] }: Props) {
  useSignals()
  const editor = useEditor()
  const t = useWords()
  const refusal = editor.refused.value
  const clausePoints = points.filter((point) => point.at === node.id || isAdviceIn(point, node.id))
  if (!clausePoints.length && node.state !== 'custom') return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 font-sans text-xs">
      {node.state === 'custom' && <span className="text-secondary">{t('custom')}</span>}
      {refusal?.at === node.id && (
        <span role="alert" className="text-error">
          {refusal.words}
        </span>
      )}
      {clausePoints.map((point) => (
        <span key={pointKey(point)} className="inline-flex flex-wrap items-center gap-1 text-warning">
          <Icon name="warning" className="size-3.5" />
          {point.kind === 'stale' && node.stale
            ? t(`stale.${node.stale}`)
            : pointWords(t, editor.locale, point)}
          {point.kind === 'stale' && (
            <TextTool id={`confirm-${node.id}`} act={() => confirm(editor, node.id)}>
              {t('confirm')}
            </TextTool>
          )}
          {(point.kind === 'mismatch' || point.kind === 'advice' || point.kind === 'machine') && (
            <TextTool id={confirmId(point)} act={() => void confirmAsIs(editor, point)}>
              {t(confirmWords(point))}
            </TextTool>
          )}
          {point.kind === 'statutory' && (
            <WhenLoaded>{({ ReasonForm }) => <ReasonForm point={point} />}</WhenLoaded>
          )}
        </span>
      ))}
    </div>
  )
}
