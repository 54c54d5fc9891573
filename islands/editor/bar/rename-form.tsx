import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { focusSoon } from '#views/focus.ts'
import { Tool } from '../parts/tool.tsx'
import { WhenLoaded } from '../parts/when-loaded.tsx'
import { useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'

/** Shows the document's name and number, which can be edited in a panel below the bar. */
export function RenameForm() {
  useSignals()
  const t = useWords()
  const { name, number } = useEditor()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    setIsOpen(false)
    focusSoon('rename')
  }
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <h1 className="truncate font-serif text-lg" title={name.value}>
        {name.value}
      </h1>
      <Tool id="rename" icon="edit" label={t('rename')} act={() => setIsOpen(!isOpen)} />
      <span className="whitespace-nowrap text-base-content/70 text-sm max-xl:hidden">
        {t('number', { number: number.value })}
      </span>
      {isOpen && (
        <div className="absolute inset-x-2 top-full z-40 mt-1 max-w-2xl rounded-box border border-base-300 bg-base-100 p-2 shadow-md">
          <WhenLoaded>{({ RenameBoxes }) => <RenameBoxes close={close} />}</WhenLoaded>
        </div>
      )}
    </div>
  )
}
