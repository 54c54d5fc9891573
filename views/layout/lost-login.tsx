import { useTranslations } from '../language.tsx'
import { BLOCKING } from '../parts.tsx'

/**
 * The dialog that the page script shows when a response reports that the session has expired or the account
 * is frozen. Its only action is to log out and in again.
 */
export function LostLogin() {
  const t = useTranslations('common')
  return (
    <dialog
      id="lost-login"
      className="modal"
      data-lost-login
      data-frozen={t('blocked.title')}
      {...BLOCKING}
      aria-labelledby="lost-login-title"
      aria-describedby="lost-login-text"
    >
      <div className="modal-box">
        <h2 id="lost-login-title" className="font-serif text-lg">
          {t('blocked.ACCESS_CHECK')}
        </h2>
        <p id="lost-login-text" className="py-3">
          {t('error.ACCESS_CHECK')}
        </p>
        <form method="post" action="/logout" className="modal-action">
          <button type="submit" className="btn btn-primary">
            {t('blocked.confirm')}
          </button>
        </form>
      </div>
    </dialog>
  )
}
