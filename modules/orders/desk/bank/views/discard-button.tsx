import { useTranslations } from '#views/language.tsx'
import { Dialog, opens } from '#views/parts.tsx'

interface Props {
  id: string
  /** The name of the statement's file. */
  name: string | null
}

/** A button that deletes an upload without recorded credits, after a confirmation. */
export function DiscardButton({ id, name }: Props) {
  const t = useTranslations('desk.statements')
  const dialog = `discard-${id}`
  return (
    <>
      <button
        {...opens(dialog)}
        className="btn btn-ghost btn-sm whitespace-nowrap"
        aria-label={name ? t('discardNamed', { name }) : undefined}
      >
        {t('discardLink')}
      </button>
      <Dialog id={dialog} title={t('discardAsk')}>
        <div className="whitespace-normal text-start">
          {name && <p className="wrap-anywhere mb-2 font-medium">{name}</p>}
          <p>{t('discardMeaning')}</p>
          <form method="post" action={`/desk/statements/${id}/removal`} className="modal-action">
            <button type="submit" className="btn btn-error">
              {t('discard')}
            </button>
          </form>
        </div>
      </Dialog>
    </>
  )
}
