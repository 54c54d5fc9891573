import { type MouseEvent, useRef } from 'react'
import { useWords } from './words.ts'

type Role = 'signer' | 'approver' | 'copy'

interface Props {
  documentId: string
  /** The people to invite, in signing order. */
  people: { id: string; turn: number; name: string; party: string; role: Role; where: string[] }[]
  /** The number of days until the signing expires. */
  days: number
  /** False while the preview is being made. */
  isReady: boolean
  /** Returns whether the settings are complete and valid; otherwise shows the problems. */
  check: () => boolean
  /** Resolves to true when every change is saved on the server. */
  flush: () => Promise<boolean>
  /** The e-signings of the plan: how many are left, and the total. */
  uses: Uses
  /** Whether the sender has authorised us to send documents. */
  isAuthorised: boolean
}

export interface Uses {
  unused: number
  total: number
}

/** Asks for confirmation before mails are sent. */
export function StartDialog({ documentId, people, days, isReady, check, flush, uses, isAuthorised }: Props) {
  const t = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const choice = `/mgmt/acct-info/authorisation/choice?document=${documentId}`
  const confirm = async (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    const button = event.currentTarget
    if (await flush()) form.current?.requestSubmit(button)
    else dialog.current?.close()
  }
  return (
    <>
      <button
        type="button"
        className="btn btn-primary"
        disabled={!isReady}
        onClick={() => check() && dialog.current?.showModal()}
      >
        {t('start')}
      </button>
      <dialog ref={dialog} className="modal" aria-labelledby="start-title">
        <div className="modal-box">
          <h2 id="start-title" className="font-serif text-xl">
            {t('confirmTitle')}
          </h2>
          <p className="py-3">{t('confirmText')}</p>
          <ol className="wrap-anywhere">
            {people.map(({ id, turn, name, party, role, where }) => (
              <li key={id} className="mb-1 pl-6">
                <span className="-ml-6 inline-block w-6 tabular-nums">{turn || '–'}</span>
                {name}{' '}
                <span className="text-base-content/75 text-sm">
                  {party}
                  {role !== 'signer' && ` · ${t(`roles.${role}`)}`}
                </span>
                {where.map((place) => (
                  <span key={place} className="block text-base-content/75 text-sm">
                    {place}
                  </span>
                ))}
              </li>
            ))}
          </ol>
          <p className="mt-2 text-base-content/75 text-sm">{t('confirmDays', { days })}</p>
          {!isAuthorised && <p className="alert alert-warning alert-soft mt-4">{t('notAuthorised')}</p>}
          {uses.unused === 0 ? (
            <p className="alert alert-soft mt-4">{t('noUses')}</p>
          ) : (
            <p className="mt-4 text-base-content/75 text-sm">{t('usesLeft', { ...uses })}</p>
          )}
          <form
            ref={form}
            method="post"
            action={`/mgmt/${documentId}/signing`}
            className="modal-action flex-wrap"
          >
            <button type="button" className="btn btn-ghost" onClick={() => dialog.current?.close()}>
              {t('cancel')}
            </button>
            {!isAuthorised ? (
              <a href={choice} className="btn btn-primary">
                {t('authorise')}
              </a>
            ) : uses.unused === 0 ? (
              <a href="/pricing" className="btn btn-primary">
                {t('buyMore')}
              </a>
            ) : (
              <button type="submit" className="btn btn-primary" onClick={confirm}>
                {t('confirm')}
              </button>
            )}
          </form>
        </div>
      </dialog>
    </>
  )
}
