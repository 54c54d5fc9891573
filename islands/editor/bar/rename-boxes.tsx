import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useEffect, useState } from 'react'
import { characterName, replaceUnprintable, unprintableIn } from '#assembly/characters/printable.ts'
import { answerTo, send } from '#islands/client.ts'
import { focusSoon } from '#views/focus.ts'
import { isComposing } from '#views/language/composing.ts'
import { type EditorState, useEditor } from '../state/editor-state.ts'
import { type EditorTranslator, useWords } from '../words.ts'

const FORBIDDEN_CHARACTERS = /[/\\:*"<>|?\p{Cc}]/u

type Box = 'name' | 'number'

/** The problem of each box, in words. A problem of both boxes is shown under the name. */
type Problems = Partial<Record<Box, string>>

/** Boxes for the document's name and number; both become part of file names. */
export function RenameBoxes({ close }: { close: () => void }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const [problems, setProblems] = useState<Problems>({})
  useEffect(() => focusSoon('document-name'), [])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problem = await tryName(t, editor, new FormData(event.currentTarget))
    if (problem === null) close()
    else setProblems(problem)
  }
  return (
    <form
      onSubmit={submit}
      className="flex flex-wrap items-start gap-1"
      onKeyDown={(event) => event.key === 'Escape' && !isComposing(event.nativeEvent) && close()}
    >
      <NameBox
        name="name"
        label={t('name')}
        current={editor.name.value}
        width="w-64"
        problem={problems.name}
      />
      <NameBox
        name="number"
        label={t('documentNumber')}
        current={editor.number.value}
        width="w-36"
        problem={problems.number}
      />
      <button type="submit" className="btn btn-sm">
        {t('save')}
      </button>
      <button type="button" className="btn btn-ghost btn-sm" onClick={close}>
        {t('cancel')}
      </button>
    </form>
  )
}

interface BoxProps {
  name: Box
  label: string
  current: string
  width: string
  problem?: string
}

function NameBox({ name, label, current, width, problem }: BoxProps) {
  const id = `document-${name}`
  return (
    <div className={width}>
      <input
        id={id}
        name={name}
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-note` : undefined}
        maxLength={100}
        autoComplete="off"
        className={`input input-sm w-full ${problem ? 'input-error' : ''}`}
        defaultValue={current}
      />
      {problem && (
        <p id={`${id}-note`} role="alert" className="text-error text-sm">
          {problem}
        </p>
      )}
    </div>
  )
}

/** Null if the document was renamed; otherwise the problems. */
async function tryName(t: EditorTranslator, editor: EditorState, form: FormData): Promise<Problems | null> {
  const newNames = { name: String(form.get('name')).trim(), number: String(form.get('number')).trim() }
  const problems: Problems = {}
  for (const box of ['name', 'number'] as const) {
    const unprintable = unprintableIn(newNames[box]).map(characterName).join(' ')
    if (!newNames[box]) problems[box] = t('problem.required')
    else if (FORBIDDEN_CHARACTERS.test(newNames[box])) problems[box] = t('nameWrong')
    else if (unprintable) problems[box] = t('problem.unprintable', { detail: unprintable })
  }
  if (problems.name || problems.number) return problems
  return rename(t, editor, newNames)
}

async function rename(
  t: EditorTranslator,
  editor: EditorState,
  newNames: Record<Box, string>,
): Promise<Problems | null> {
  const answer = await answerTo(send(fetch, 'PUT', `/mgmt/${editor.id}/name`, { ...newNames }))
  const box = answer?.errorCode === 'DOCUMENT_NUMBER_EXISTS' ? 'number' : 'name'
  if (!answer?.success) return { [box]: answer?.errorMsg || t('notReached') }
  editor.name.value = replaceUnprintable(newNames.name)
  editor.number.value = replaceUnprintable(newNames.number)
  return null
}
