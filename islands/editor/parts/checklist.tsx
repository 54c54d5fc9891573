import { useSignals } from '@preact/signals-react/runtime'
import { useEditor } from '../state/editor-state.ts'
import { goToNext } from '../state/load-lazy-parts.ts'
import { countPoints, pointKinds } from '../state/points.ts'
import { useWords } from '../words.ts'
import { pointWords } from './problems.ts'
import { WhenLoaded } from './when-loaded.tsx'

const signs = {
  required: '●',
  stale: '⚠',
  mismatch: '≠',
  invalid: '✕',
  advice: 'ⓘ',
  statutory: '§',
  machine: '文',
}
const tones = {
  required: 'text-error',
  stale: 'text-warning',
  mismatch: 'text-warning',
  invalid: 'text-error',
  advice: 'text-warning',
  statutory: 'text-warning',
  machine: 'text-warning',
}

/**
 * The colour for missing values until the user asks for the missing points; before that they are no
 * mistakes.
 */
const calmClass = 'text-base-content/70'

/** The bottom bar: the number of open points before finalising, and a button that leads to the next one. */
export function Checklist() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const openPoints = editor.open.value
  const isOpen = editor.listed.value && openPoints.length > 0
  const setListed = (listed: boolean) => {
    editor.listed.value = listed
  }
  const counts = countPoints(openPoints)
  const mismatch = openPoints.find(({ kind }) => kind === 'mismatch')
  return (
    <>
      {isOpen && <WhenLoaded>{({ PointList }) => <PointList close={() => setListed(false)} />}</WhenLoaded>}
      <section
        aria-label={t('checklist')}
        className="no-print short:sticky short:bottom-0 short:z-20 flex flex-wrap items-center gap-x-2 sm:gap-x-4 short:overflow-hidden gap-y-1 border-base-300 border-t bg-base-100 px-2 py-1.5 sm:px-4 short:max-h-11 short:flex-nowrap text-sm"
      >
        <p
          id="checklist"
          role="status"
          className="flex flex-wrap gap-x-2 sm:gap-x-4 short:min-w-0 short:flex-nowrap short:overflow-hidden short:whitespace-nowrap"
        >
          {openPoints.length === 0 && <span className="text-success">✓ {t('complete')}</span>}
          {pointKinds.map(
            (kind) =>
              counts[kind] > 0 && (
                <span key={kind}>
                  <span
                    aria-hidden="true"
                    className={kind === 'required' && !editor.showsMissing.value ? calmClass : tones[kind]}
                  >
                    {signs[kind]}{' '}
                  </span>
                  {t(`left.${kind}`, { count: counts[kind] })}
                  {kind === 'mismatch' && mismatch && ` (${pointWords(t, editor.locale, mismatch)})`}
                </span>
              ),
          )}
        </p>
        {openPoints.length > 0 && (
          <button
            type="button"
            className="btn btn-ghost btn-sm shrink-0 max-sm:px-2"
            id="show-points"
            aria-expanded={isOpen}
            aria-controls={isOpen ? 'point-list' : undefined}
            onClick={() => setListed(!isOpen)}
          >
            {t('showPoints')} <span aria-hidden="true">{isOpen ? '▾' : '▴'}</span>
          </button>
        )}
        {openPoints.length > 0 && (
          <button
            type="button"
            className="btn btn-ghost btn-sm ml-auto shrink-0 max-sm:px-2"
            onClick={() => goToNext(editor)}
            aria-keyshortcuts="F8"
          >
            {t('next')}{' '}
            <span aria-hidden="true">
              ▸<span className="max-sm:hidden"> (F8)</span>
            </span>
          </button>
        )}
      </section>
    </>
  )
}
