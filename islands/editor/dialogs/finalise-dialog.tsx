import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useState } from 'react'
import { agreementPoints } from '#assembly/agreement/points.ts'
import { confirmationField, mustConfirm, needsReason } from '#assembly/confirmation/confirmation.ts'
import { confirmPoint } from '#assembly/edit/confirm-point.ts'
import { answerTo, send } from '#islands/client.ts'
import { reportAction } from '#islands/report-action.ts'
import { ConfirmationBoxes } from '#views/documents/confirmation-boxes.tsx'
import { PlaceNames } from '../parts/place-name.tsx'
import { pointPlace } from '../parts/place-words.ts'
import { pointWords } from '../parts/problems.ts'
import { saveImmediately } from '../state/autosave.ts'
import { change, type EditorState, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { ModalDialog } from './dialog.tsx'

/** Asks for confirmation, saves pending changes, and finalises. */
export function FinaliseDialog() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const close = () => {
    editor.finalising.value = false
  }
  const unconfirmedPoints = pointsToConfirm(editor)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const boxes = new FormData(event.currentTarget)
    setIsBusy(true)
    setProblem('')
    // The checkboxes are required, so all points have been confirmed here.
    for (const point of unconfirmedPoints) {
      const reason = needsReason(point) ? String(boxes.get(confirmationField(point)) ?? '') : ''
      change(editor, (answers, template) => confirmPoint(answers, template, point, reason), 'confirmed')
    }
    const isSaved = !editor.saver || (await saveImmediately(editor.saver))
    if (editor.saving.value.status === 'conflict') return close()
    const message = isSaved ? await finalise(editor.id, editor.saving.value.version) : t('notSaved')
    if (message === null) return location.assign(`/mgmt/${editor.id}/view-doc`)
    setProblem(message || t('notReached'))
    setIsBusy(false)
  }
  return (
    <ModalDialog id="finalise-dialog" title={t('finaliseTitle')} close={close}>
      <p>
        <a href={`/mgmt/${editor.id}/risks`} className="link" target="_blank" rel="noreferrer">
          {t('riskSummary')}
        </a>
      </p>
      <p>{t('finaliseText')}</p>
      {editor.isFreePackage && <p className="mt-2">{t('finaliseMarked')}</p>}
      <form
        method="post"
        action={`/mgmt/${editor.id}/finalisation`}
        onSubmit={submit}
        className="modal-action flex-wrap items-center"
      >
        <input type="hidden" name="version" value={editor.saving.value.version} />
        {unconfirmedPoints.length > 0 && (
          <ConfirmationBoxes
            words={t('askConfirm')}
            points={unconfirmedPoints.map((point) => ({
              key: confirmationField(point),
              place: <PlaceNames names={pointPlace(t, editor, point)} />,
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
        <button type="submit" className="btn btn-primary" disabled={isBusy}>
          {t('finalise')}
        </button>
      </form>
    </ModalDialog>
  )
}

/** Compares the current text, not the text at the last pause. */
const pointsToConfirm = ({ tree, template, answers }: EditorState) =>
  [...tree.value.open, ...agreementPoints(tree.value, { template, answers: answers.value })].filter(
    mustConfirm,
  )

/**
 * Null if the document was finalised; otherwise the server's message, or '' if the server was not reached.
 */
async function finalise(id: string, version: number): Promise<string | null> {
  let isDone = false
  const request = send(fetch, 'POST', `/mgmt/${id}/finalisation`, { version: String(version) }, 'form')
  const answer = await answerTo(
    request.then((response) => {
      // The server redirects to the finalised document; the page navigates there itself.
      isDone = response.ok || response.type === 'opaqueredirect'
      void reportAction(fetch, 'document.finalise', isDone, id)
      return isDone ? new Response('{}') : response
    }),
  )
  return isDone ? null : (answer?.errorMsg ?? '')
}
