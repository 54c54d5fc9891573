import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { focusSoon } from '#views/focus.ts'
import { Tool } from '../parts/tool.tsx'
import { WhenLoaded } from '../parts/when-loaded.tsx'
import { useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'

/** Shows the document's name and number, which can be edited in place. */
export function RenameForm() {
  const [open, setOpen] = useState(false)
  if (!open) return <NameShown begin={() => setOpen(true)} />
  const close = () => {
    setOpen(false)
    focusSoon('rename')
  }
  return <WhenLoaded>{({ RenameBoxes }) => <RenameBoxes close={close} />}</WhenLoaded>
}

function NameShown({ begin }: { begin: () => void }) {
  useSignals()
  const t = useWords()
  const { name, number } = useEditor()
  return (
    <div className="flex min-w-0 items-center gap-1">
      <h1 className="truncate font-serif text-lg">{name.value}</h1>
      <Tool id="rename" icon="edit" label={t('rename')} act={begin} />
      <span className="whitespace-nowrap text-base-content/70 text-sm">
        {t('number', { number: number.value })}
      </span>
    </div>
  )
}
