import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { Moment, momentText } from '#views/values/moment.tsx'
import type { LastSigning } from '../last-signing.ts'

const TONES = {
  completed: 'success',
  declined: 'error',
  expired: 'warning',
  stopped: 'warning',
  running: 'info',
} as const
const EDGES = {
  success: 'border-success',
  error: 'border-error',
  warning: 'border-warning',
  info: 'border-info',
}

/** The notice above the paper: who signed and when, or why the signing failed. */
export function SigningNotice({ documentId, signing }: { documentId: string; signing: LastSigning }) {
  const t = useTranslations('documents.lastSigning')
  const { end, signed } = signing
  const kind = end?.kind ?? 'running'
  const facts = { name: end?.by ?? '', at: end ? momentText(end.at) : '' }
  return (
    <section
      className={`mx-auto mb-4 max-w-4xl rounded-box border border-l-4 bg-base-100 p-4 print:hidden ${EDGES[TONES[kind]]}`}
    >
      <h2 className="flex items-center gap-2 font-serif text-lg">
        <Icon name={kind === 'completed' ? 'check' : 'info'} />
        {t(`${kind}.title`, facts)}
      </h2>
      {end?.reason && <blockquote className="wrap-anywhere mt-1">{end.reason}</blockquote>}
      {signed.length > 0 && (
        <ul className="mt-1">
          {signed.map(({ name, signedAt }) => (
            <li key={name}>
              {t('signedBy', { name })} <Moment at={signedAt} />
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 flex flex-wrap gap-x-4">
        {kind === 'completed' && (
          <a className="link" href={`/mgmt/${documentId}/signed.pdf`}>
            {t('signedPdf')}
          </a>
        )}
        {kind === 'completed' && (
          <a className="link" href={`/mgmt/${documentId}/certificate.pdf`}>
            {t('certificate')}
          </a>
        )}
        {kind === 'completed' && (
          <a className="link" href={`/mgmt/${documentId}/evidence.zip`}>
            {t('evidence')}
          </a>
        )}
        <a className="link" href={`/mgmt/${documentId}/signing`}>
          {t(`${kind}.more`)}
        </a>
      </p>
    </section>
  )
}
