import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useState } from 'react'
import { isSignedOut, send } from '#islands/client.ts'
import { type Desk, useDesk } from './desk.ts'
import { focusSoon } from './focus.ts'
import { Tool } from './tool.tsx'
import { type Say, useWords } from './words.ts'

const forbidden = /[/\\:*"<>|?\p{Cc}]/u

/** The document's name and number; both become file names, and both can be changed where they stand. */
export function RenameForm() {
  useSignals()
  const t = useWords()
  const desk = useDesk()
  const [open, setOpen] = useState(false)
  const [problem, setProblem] = useState('')
  if (!open) {
    const begin = () => {
      setOpen(true)
      focusSoon('document-name')
    }
    return <NameShown begin={begin} />
  }
  const close = () => {
    setOpen(false)
    setProblem('')
    focusSoon('rename')
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const message = await tryName(t, desk, new FormData(event.currentTarget))
    if (message === null) close()
    else setProblem(message)
  }
  return (
    <form
      onSubmit={submit}
      className="flex flex-wrap items-center gap-1"
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <input
        id="document-name"
        name="name"
        aria-label={t('name')}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? 'rename-problem' : undefined}
        maxLength={100}
        autoComplete="off"
        className="input input-sm w-64"
        defaultValue={desk.name.value}
      />
      <input
        name="number"
        aria-label={t('documentNumber')}
        maxLength={100}
        autoComplete="off"
        className="input input-sm w-36"
        defaultValue={desk.number.value}
      />
      <button type="submit" className="btn btn-sm">
        {t('save')}
      </button>
      <button type="button" className="btn btn-ghost btn-sm" onClick={close}>
        {t('cancel')}
      </button>
      {problem && (
        <p id="rename-problem" role="alert" className="text-error text-sm">
          {problem}
        </p>
      )}
    </form>
  )
}

function NameShown({ begin }: { begin: () => void }) {
  useSignals()
  const t = useWords()
  const { name, number } = useDesk()
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

/** Null when it is done, else what is wrong. */
async function tryName(t: Say, desk: Desk, form: FormData): Promise<string | null> {
  const to = { name: String(form.get('name')).trim(), number: String(form.get('number')).trim() }
  if (!to.name || !to.number) return t('nameMissing')
  if (forbidden.test(to.name + to.number)) return t('nameWrong')
  const message = await rename(desk, to)
  return message === '' ? t('notReached') : message
}

/** Null when it is done, else the server's message, empty when it was not reached. */
async function rename(desk: Desk, to: { name: string; number: string }): Promise<string | null> {
  try {
    const response = await send(fetch, 'PUT', `/mgmt/${desk.id}/name`, { ...to })
    if (isSignedOut(response)) return ''
    const { success, errorMsg } = (await response.json()) as { success: boolean; errorMsg: string | null }
    if (!success) return errorMsg ?? ''
  } catch {
    return ''
  }
  desk.name.value = to.name
  desk.number.value = to.number
  return null
}
