import { firstSpot, PdfViewer, type Signable } from '#modules/documents/index.ts'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import type { SignatoryEntry } from '../schema.ts'

interface Props {
  documentId: string
  file: Pick<NonNullable<Signable['imported']>, 'pages' | 'lastPage'>
  signatories: SignatoryEntry[]
}

/** Where each signatory signs on an imported PDF: boxes on its pages, to be dragged, or moved by arrow keys. */
export function SpotsPanel({ documentId, file, signatories }: Props) {
  const t = useTranslations('signing.spots')
  const setting = `/mgmt/${documentId}/sign-setting`
  const placed = signatories.map((one, index) => ({ ...one, spot: one.spot ?? firstSpot(index, file) }))
  const named = signatories.some(({ name }) => name)
  return (
    <Panel
      title={t('title')}
      action={
        <a className="link link-primary text-sm" href={setting}>
          {t('whoSigns')}
        </a>
      }
    >
      <p className="mb-3 text-sm">{t(named ? 'lead' : 'nobody')}</p>
      {named && (
        <div
          data-spots={JSON.stringify(placed)}
          data-save={`/mgmt/${documentId}/signatories`}
          data-words={JSON.stringify({
            box: t('box', { name: '{name}', page: '{page}' }),
            saved: t('saved'),
            notSaved: t('notSaved'),
          })}
        >
          <ul className="mb-3 flex flex-wrap gap-x-6 gap-y-2 text-sm">
            {placed.map(({ id, name, spot }) => (
              <li key={id} className="flex flex-wrap items-center gap-2">
                <span>
                  {name || t('unnamed')} · <span data-spot-page={id}>{t('page', { page: spot.page })}</span>
                </span>
                <button type="button" data-spot-here={id} hidden className="btn btn-outline btn-xs">
                  {t('here')}
                </button>
              </li>
            ))}
          </ul>
          <p role="status" data-spots-told className="mb-2 min-h-5 text-base-content/75 text-sm" />
          <PdfViewer src={`/mgmt/${documentId}/imported.pdf`} pages={file.pages} />
        </div>
      )}
    </Panel>
  )
}
