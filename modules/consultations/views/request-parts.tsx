import { languageTag } from '#src/core/i18n.ts'
import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { Moment } from '#views/values/moment.tsx'
import { Size } from '#views/values/size.tsx'
import type { ConsultationActionTable, ConsultationFileTable, Side } from '../schema.ts'
import type { Request } from '../step.ts'

type File = Pick<ConsultationFileTable, 'number' | 'side' | 'type' | 'name' | 'size'> & {
  /** The imported document made from the file. */
  documentId?: string | null
}

/** The request and the contact data. */
export function RequestFacts({ request }: { request: Request }) {
  const t = useTranslations('consultation')
  const tLanguage = useTranslations('documents.language')
  const { kind, own_place, other_place, bilingual, wanted_by, name, email, phone } = request
  return (
    <>
      <p
        className="wrap-anywhere mb-4 whitespace-pre-wrap font-medium empty:hidden"
        lang={languageTag(request.locale)}
      >
        {request.subject}
      </p>
      <p className="wrap-anywhere mb-4 whitespace-pre-wrap empty:hidden" lang={languageTag(request.locale)}>
        {request.situation}
      </p>
      <Facts
        facts={[
          { label: t('kindLabel'), value: t(`kind.${kind}`) },
          { label: t('ownPlaceLabel'), value: t(`place.${own_place}`) },
          { label: t('otherPlaceLabel'), value: t(`place.${other_place}`) },
          {
            label: t(bilingual ? 'languagePrevails' : 'languageOnly'),
            value: <span lang={request.language}>{tLanguage(request.language)}</span>,
          },
          { label: t('bilingualLabel'), value: t(`bilingual.${bilingual ? 'yes' : 'no'}`) },
          { label: t('wantedBy'), value: wanted_by && <time dateTime={wanted_by}>{wanted_by}</time> },
          { label: t('name'), value: name },
          { label: t('email'), value: email },
          { label: t('phone'), value: phone },
          { label: t('askedAt'), value: <Moment at={request.created_at} /> },
        ]}
      />
    </>
  )
}

interface FilesProps {
  files: File[]
  side: Side
  /** The address of the request. */
  at: string
  /** Whether the customer can make a PDF a document of their own. */
  canImport?: boolean
}

/** The files of one side, as downloads. */
export function RequestFiles({ files, side, at, canImport }: FilesProps) {
  const sideFiles = files.filter((file) => file.side === side)
  if (!sideFiles.length) return null
  return (
    <ul className="mt-3 space-y-1">
      {sideFiles.map((file) => (
        <li key={file.number} className="flex flex-wrap items-baseline gap-x-3">
          <a href={`${at}/file?number=${file.number}`} className="link wrap-anywhere" download>
            {file.name}
          </a>
          <span className="text-base-content/75 text-sm">
            <Size bytes={file.size} />
          </span>
          {canImport && file.type === 'pdf' && <ImportButton file={file} at={at} />}
        </li>
      ))}
    </ul>
  )
}

/** Saves a file as an imported document, which can be sent for signing. */
function ImportButton({ file, at }: { file: File; at: string }) {
  const t = useTranslations('consultation')
  if (file.documentId)
    return (
      <a href={`/mgmt/${file.documentId}/my-docs-import-view`} className="link text-sm">
        {t('kept')}
      </a>
    )
  return (
    <form method="post" action={`${at}/import`}>
      <input type="hidden" name="number" value={file.number} />
      <button type="submit" className="btn btn-outline btn-sm">
        {t('keep')}
      </button>
    </form>
  )
}

type Action = Pick<ConsultationActionTable, 'id' | 'side' | 'action' | 'words' | 'days' | 'at'> & {
  price: string
  personName: string | null
}

interface HistoryProps {
  actions: Action[]
  /** The language of the messages of both sides. */
  locale: Request['locale']
  /** Names of staff are shown at the desk only. */
  isAtDesk?: boolean
}

/** The history of a request, oldest first. */
export function RequestHistory({ actions, locale, isAtDesk }: HistoryProps) {
  const t = useTranslations('consultation')
  const actorName = ({ side, personName }: Action) =>
    side === 'staff' && !isAtDesk ? t('us') : (personName ?? '–')
  return (
    <ol className="divide-y divide-base-300">
      {actions.map((row) => (
        <li key={row.id} className="py-2">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{t(`action.${row.action}`)}</span>
            <span className="text-base-content/75 text-sm">
              {actorName(row)} · <Moment at={row.at} />
            </span>
          </p>
          {row.days && (
            <p className="text-sm">
              <span lang={languageTag(locale)}>{row.price}</span> · {t('daysCount', { days: row.days })}
            </p>
          )}
          {row.words && (
            <p
              className="wrap-anywhere whitespace-pre-wrap text-sm"
              lang={row.action === 'note' ? undefined : languageTag(locale)}
            >
              {row.words}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

/** The current offer, or the agreement. */
export function OfferFacts({ request }: { request: Request }) {
  const t = useTranslations('consultation')
  const { price, days, terms, agreed_at, locale } = request
  const lang = languageTag(locale)
  return (
    <>
      <Facts
        facts={[
          {
            label: t('price'),
            value: (
              <span className="font-medium" lang={lang}>
                {price}
              </span>
            ),
          },
          { label: t('days'), value: days && t('daysCount', { days }) },
          ...(agreed_at ? [{ label: t('agreedAt'), value: <Moment at={agreed_at} /> }] : []),
        ]}
      />
      <p className="wrap-anywhere mt-3 whitespace-pre-wrap" lang={lang}>
        {terms}
      </p>
    </>
  )
}
