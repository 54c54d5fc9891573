import type { Viewer } from '#src/core/viewer.ts'
import { ActionLink } from '#views/action-link.tsx'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { type findSigning, ownTurnIn } from '../running/progress.ts'

interface Props {
  facts: Awaited<ReturnType<typeof findSigning>>
  viewer: Viewer
}

/** The document's name, and the possible actions on its signing. */
export function SigningHead({ facts: found, viewer }: Props) {
  const t = useTranslations('signing')
  const { document, signing } = found
  const toDocument = useTranslations('documents.do')
  const maySign = useMay('document.sign')
  const mayCreate = useMay('document.create')
  return (
    <PageHead title={t('progress')} lead={`${document.name} · ${document.number}`}>
      {ownTurnIn(found, viewer) && (
        <form method="post" action={`/mgmt/${document.id}/own-turn`}>
          <button type="submit" className="btn btn-primary">
            <Icon name="sign" className="size-4" />
            {t('signNow')}
          </button>
        </form>
      )}
      {document.status === 'finalised' && maySign && (
        <a href={`/mgmt/${document.id}/sign-setting`} className="btn btn-primary">
          <Icon name="sign" className="size-4" />
          {t('restart')}
        </a>
      )}
      {signing.state !== 'started' && document.kind === 'drafted' && mayCreate && (
        <ActionLink href={`/mgmt/${document.id}/revision`} className="btn btn-outline">
          {toDocument('revision')}
        </ActionLink>
      )}
      {signing.state === 'completed' && (
        <a href={`/mgmt/${document.id}/signed.pdf`} className="btn btn-primary">
          <Icon name="download" className="size-4" />
          {t('signer.downloadSigned')}
        </a>
      )}
      {signing.state === 'completed' && (
        <a href={`/mgmt/${document.id}/certificate.pdf`} className="btn btn-outline">
          <Icon name="download" className="size-4" />
          {toDocument('certificate')}
        </a>
      )}
      {signing.state === 'completed' && (
        <a href={`/mgmt/${document.id}/evidence.zip`} className="btn btn-outline">
          <Icon name="download" className="size-4" />
          {toDocument('evidence')}
        </a>
      )}
      <a href={`/mgmt/${document.id}/view-doc`} className="btn btn-ghost">
        {t('viewDocument')}
      </a>
      <a href={`/mgmt/${document.id}/action-log`} className="btn btn-ghost">
        {t('actionLog')}
      </a>
    </PageHead>
  )
}
