import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useState } from 'react'
import { agreementPoints } from '#assembly/agreement/points.ts'
import { confirmationField, mustConfirm, needsReason } from '#assembly/confirmation/confirmation.ts'
import { confirmPoint } from '#assembly/edit/confirm-point.ts'
import { answerTo, send } from '#islands/client.ts'
import { reportAction } from '#islands/report-action.ts'
import { ConfirmationBoxes } from '#views/documents/confirmation-boxes.tsx'
import { pointPlace } from '../parts/place-words.ts'
import { pointWords } from '../parts/problems.ts'
import { flush } from '../state/autosave.ts'
import { change, type EditorState, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { ModalDialog } from './dialog.tsx'

/** Asks for confirmation, saves pending changes, and finalises. */
export function FinaliseDialog() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const close = () => {
    editor.finalising.value = false
  }
  const toConfirm = unconfirmed(editor)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const boxes = new FormData(event.currentTarget)
    setBusy(true)
    setProblem('')
    // The checkboxes are required, so all points are confirmed at this place.
    for (const point of toConfirm) {
      const reason = needsReason(point) ? String(boxes.get(confirmationField(point)) ?? '') : ''
      change(editor, (answers, template) => confirmPoint(answers, template, point, reason), 'confirmed')
    }
    const saved = !editor.saver || (await flush(editor.saver))
    if (editor.saving.value.status === 'conflict') return close()
    const message = saved ? await finalise(editor.id, editor.saving.value.version) : t('notSaved')
    if (message === null) return location.assign(`/mgmt/${editor.id}/view-doc`)
    setProblem(message || t('notReached'))
    setBusy(false)
  }
  return (
    <ModalDialog id="finalise-dialog" title={t('finaliseTitle')} close={close}>
      <p>
        <a href={`/mgmt/${editor.id}/risks`} className="link" target="_blank" rel="noreferrer">
          {t('riskSummary')}
        </a>
      </p>
      <p>{t('finaliseText')}</p>
      {editor.freeDemo && <p className="mt-2">{t('finaliseMarked')}</p>}
      <form
        method="post"
        action={`/mgmt/${editor.id}/finalisation`}
        onSubmit={submit}
        className="modal-action flex-wrap items-center"
      >
        <input type="hidden" name="version" value={editor.saving.value.version} />
        {toConfirm.length > 0 && (
          <ConfirmationBoxes
            words={t('askConfirm')}
            points={toConfirm.map((point) => ({
              key: confirmationField(point),
              place: pointPlace(t, editor, point),
              words: pointWords(t, editor.locale, point),
              ...(needsReason(point) && { reason: t('reason') }),
            }))}
          />
        )}
        {problem && (
          <p role="alert" className="w-full text-error text-sm">
            {problem}
          </p>
        )}
        <button type="button" className="btn" onClick={close}>
          {t('cancel')}
        </button>
        <button type="submit" className="btn btn-primary" disabled={busy}>
          {t('finalise')}
        </button>
      </form>
    </ModalDialog>
  )
}

/** Compares the current text, not the text at the last pause. */
const unconfirmed = ({ tree, template, answers }: EditorState) =>
  [...tree.value.open, ...agreementPoints(tree.value, { template, answers: answers.value })].filter(
    mustConfirm,
  )

/** Null when finalised, else the server's message; empty when the server was not reached. */
async function finalise(id: string, version: number): Promise<string | null> {
  let done = false
  const request = send(fetch, 'POST', `/mgmt/${id}/finalisation`, { version: String(version) }, 'form')
  const answer = await answerTo(
    request.then((response) => {
      // The server redirects to the finalised document; the page navigates there itself.
      done = response.ok || response.type === 'opaqueredirect'
      void reportAction(fetch, 'document.finalise', done, id)
      return done ? new Response('{}') : response
    }),
  )
  return done ? null : (answer?.errorMsg ?? '')
}
