import { Icon } from './icons.tsx'
import type { MessageKey } from './language/messages.ts'
import { useTranslations } from './language.tsx'

interface Props {
  code: MessageKey<'common.error'>
  /** The mail address to which the user can write. */
  mail: string
}

/** Replaces every page of an account that is disabled, frozen or unusable. */
export function BlockedNotice({ code, mail }: Props) {
  const t = useTranslations('common')
  return (
    <main id="main" className="grid min-h-dvh place-items-center p-4">
      <section
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="blocked-title"
        aria-describedby="blocked-text"
        className="w-full max-w-md rounded-box border border-base-300 bg-base-100 p-6 text-center shadow-lg"
      >
        <Icon name="warning" className="mx-auto size-10 text-warning" />
        <h1 id="blocked-title" className="mt-3 font-serif text-xl">
          {t('blocked.title')}
        </h1>
        <p id="blocked-text" className="mt-2">
          {t(`error.${code}`)}
        </p>
        <p className="mt-2 text-base-content/75 text-sm">{t('blocked.note', { mail })}</p>
        <form method="post" action="/logout" className="mt-5">
          {/* biome-ignore lint/a11y/noAutofocus: a dialog takes the focus, and this is its one action */}
          <button type="submit" autoFocus className="btn btn-primary">
            {t('blocked.confirm')}
          </button>
        </form>
      </section>
    </main>
  )
}
