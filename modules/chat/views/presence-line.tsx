import { REPLY } from '#src/calendar/reply.ts'
import { useTranslations } from '#views/language.tsx'
import { StateWord } from '#views/parts.tsx'

/** Says whether staff are online; the page's script updates it. */
export function PresenceLine({ online, byMail }: { online: boolean; byMail: boolean }) {
  const t = useTranslations('chat')
  return (
    <p role="status" className="mb-4">
      <span data-waits="agentOnline" hidden={!online}>
        <StateWord tone="success">{t('online')}</StateWord>
      </span>
      <span data-waits="!agentOnline" hidden={online}>
        <StateWord tone="plain">
          {t(byMail ? 'offline' : 'offlineNoMail', { reply: REPLY.general })}
        </StateWord>
      </span>
    </p>
  )
}
