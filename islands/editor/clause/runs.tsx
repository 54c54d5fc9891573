import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import type { LanguageChoice, Side } from '#assembly/answers.ts'
import type { Run } from '#assembly/tree.ts'
import { openBlank } from '../fields/blanks.ts'
import { WhenLoaded } from '../parts/when-loaded.tsx'
import { useEditor } from '../state/editor-state.ts'
import { lookupOf } from '../state/lookup.ts'
import { interfaceLang, isStrayChinese, sideLang, useWords, wordsIn } from '../words.ts'

interface Props {
  runs: Run[]
  clause: string
  side: Side
  script: LanguageChoice['script']
}

/** The resolved text of one side. Its blanks are buttons, which open in place. */
export function Runs({ runs, clause, side, script }: Props) {
  useSignals()
  const editor = useEditor()
  const openIndex = useComputed(() => {
    const blank = editor.blank.value
    return blank?.clause === clause && blank.side === side ? blank.index : -1
  }).value
  return runs.map((run, index) => {
    const key = `${index}-${run.target}`
    if (run.kind !== 'field' || !run.target) return <RunText key={key} run={run} />
    const blank = { clause, side, index }
    const field = run.target
    if (openIndex === index)
      return (
        <WhenLoaded key={key}>{({ InlineBlank }) => <InlineBlank field={field} blank={blank} />}</WhenLoaded>
      )
    return <Blank key={key} run={run} script={script} blank={blank} />
  })
}

function RunText({ run }: { run: Run }) {
  if (run.kind === 'ref') return <span className="text-secondary">{run.text}</span>
  if (run.kind === 'party' && run.empty) return <span className="text-error">{run.text}</span>
  return <>{run.text}</>
}

interface BlankProps {
  run: Run
  script: LanguageChoice['script']
  blank: { clause: string; side: Side; index: number }
}

/** A closed blank: its printed text or an empty line, with a label for screen readers. */
function Blank({ run, script, blank }: BlankProps) {
  useSignals()
  const editor = useEditor()
  const t = useWords()
  const field = lookupOf(editor.template).fields.get(run.target ?? '')
  if (!field) return <RunText run={run} />
  const isStray = isStrayChinese(blank.side, run.text)
  const tone = !run.empty
    ? isStray
      ? 'border-warning bg-warning/15'
      : 'border-base-content/30 bg-base-200/70'
    : field.required
      ? editor.showsMissing.value
        ? 'border-error bg-error/10 text-error'
        : 'border-base-content/60 bg-warning/10 text-base-content/80'
      : 'border-base-content/40 text-base-content/70'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button element cannot break over lines as the text around it does
    <span
      role="button"
      tabIndex={0}
      lang={interfaceLang(editor.locale)}
      data-field={field.id}
      data-blank={`${blank.clause} ${blank.side} ${blank.index}`}
      title={wordsIn(field.label, editor.locale)}
      aria-label={t(run.empty ? 'blankEmpty' : 'blankFilled', {
        label: wordsIn(field.label, editor.locale),
        value: run.text,
      })}
      onClick={() => openBlank(editor, blank)}
      onKeyDown={(event) => {
        if (!['Enter', ' ', 'F2'].includes(event.key)) return
        event.preventDefault()
        openBlank(editor, blank)
      }}
      className={`mx-0.5 cursor-text break-words box-decoration-clone py-0.5 rounded-sm border-b px-1 hover:bg-info/10 ${tone}`}
    >
      {/* The hint is in the language of the interface, the printed text in its own language. */}
      <span lang={sideLang(isStray ? 'zh' : blank.side, script)}>{run.text}</span>
    </span>
  )
}
