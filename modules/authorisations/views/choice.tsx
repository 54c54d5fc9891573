import { useTranslations } from '#views/language.tsx'

export const HOME = '/mgmt/acct-info/authorisation'

/** The address of a page, with the document to which the person returns. */
export const addressOf = (path: string, document: string) =>
  `${HOME}${path}${document && `?document=${document}`}`

/** Explains the authorisation, and offers a choice of both kinds of sender. */
export function Choice({ document }: { document: string }) {
  const t = useTranslations('authorisations')
  return (
    <div className="space-y-4">
      <p className="max-w-prose">{t('choice.text')}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {(['individual', 'institution'] as const).map((sender) => (
          <a
            key={sender}
            href={addressOf(`/${sender}`, document)}
            className="block rounded-box border border-base-300 p-4 hover:border-primary"
          >
            <span className="block font-medium">{t(`choice.${sender}`)}</span>
            <span className="text-base-content/75 text-sm">{t(`choice.${sender}Needs`)}</span>
          </a>
        ))}
      </div>
      <p className="flex justify-end">
        <a href={document ? `/mgmt/${document}/sign-setting` : HOME} className="btn btn-ghost" data-close>
          {t('choice.later')}
        </a>
      </p>
    </div>
  )
}
