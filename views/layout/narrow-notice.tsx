import { useTranslations } from '../language.tsx'
import { BLOCKING } from '../parts.tsx'

/** Recommends a wider screen below 768 px, once, until the link is copied or the notice is closed. */
export function NarrowNotice() {
  const t = useTranslations('common')
  return (
    <dialog
      id="narrow-notice"
      className="modal"
      data-narrow-notice
      aria-labelledby="narrow-title"
      {...BLOCKING}
    >
      <div className="modal-box">
        <h2 id="narrow-title" className="font-serif text-lg">
          {t('narrow.title')}
        </h2>
        <p className="pointer-fine:hidden py-3">{t('narrow.text')}</p>
        <p className="hidden py-3 pointer-fine:block">{t('narrow.zoom')}</p>
        <div className="modal-action max-sm:grid max-sm:justify-stretch">
          <button type="button" className="btn btn-ghost" data-narrow-continue>
            {t('narrow.continue')}
          </button>
          <button type="button" className="btn btn-primary" data-copy-link data-copied={t('narrow.copied')}>
            {t('narrow.copy')}
          </button>
        </div>
      </div>
    </dialog>
  )
}
