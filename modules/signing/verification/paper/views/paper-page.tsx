import { Facts } from '#views/facts.tsx'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { type PageBox, shownSize } from '#views/signature-places/plane.ts'
import { Moment } from '#views/values/moment.tsx'
import type { SigningState } from '../../../schema.ts'
import { SignatoryStateWord } from '../../../views/signatory-list.tsx'
import type { CheckedPaper } from '../find-by-code.ts'

interface Props extends CheckedPaper {
  boxes: PageBox[]
  /** URL of the pictures, to which a slash and the page number are appended. */
  pictures: string
}

const TONES: Record<SigningState, string> = {
  completed: 'border-success',
  started: 'border-warning',
  declined: 'border-error',
  expired: 'border-error',
  stopped: 'border-error',
}

/** Tells the holder of a printed page what was signed, by whom and when. */
export function PaperPage({ signing, signatories, parties, file, boxes, pictures }: Props) {
  const t = useTranslations('signing')
  const { state } = signing
  return (
    <div className="mx-auto max-w-3xl px-4 py-10">
      <section className={`rounded-box border-2 bg-base-100 p-5 sm:p-8 ${TONES[state]}`}>
        <h1 className="flex items-start gap-3 font-serif text-3xl sm:text-4xl">
          <Icon name={state === 'completed' ? 'check' : 'info'} className="mt-1 size-8 shrink-0" />
          <span>{t(`verify.paper.state.${state}.title`)}</span>
        </h1>
        <p className="mt-3 text-lg">{t(`verify.paper.state.${state}.text`)}</p>
        <div className="mt-5">
          <Facts
            facts={[
              { label: t('certificate.document'), value: signing.document_name },
              { label: t('certificate.number'), value: signing.document_number },
              { label: t('certificate.sender'), value: signing.starter_team },
              { label: t('certificate.started'), value: <Moment at={signing.created_at} /> },
              ...(signing.ended_at
                ? [
                    {
                      label: t(state === 'completed' ? 'certificate.completed' : 'verify.paper.ended'),
                      value: <Moment at={signing.ended_at} />,
                    },
                  ]
                : []),
              {
                label: t(state === 'completed' ? 'certificate.signedFile' : 'verify.paper.file'),
                value: <code className="text-sm">SHA-256 {file.sha256}</code>,
              },
            ]}
          />
        </div>
      </section>
      <h2 className="mt-8 font-serif text-xl">{t('verify.paper.signatories')}</h2>
      <ol className="mt-2 divide-y divide-base-300 border-base-300 border-y">
        {signatories.map((one) => (
          <li key={one.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span className="wrap-anywhere">
              {one.name}
              <span className="block text-base-content/75 text-sm">
                {[t('party', { key: one.party.toUpperCase() }), ...namesOf(parties.get(one.party))].join(
                  ' · ',
                )}
              </span>
            </span>
            <span className="text-sm">
              <SignatoryStateWord state={one.state} role={one.role} signing={state} />{' '}
              {one.signed_at && <Moment at={one.signed_at} />}
            </span>
          </li>
        ))}
      </ol>
      <h2 className="mt-8 font-serif text-xl">{t('verify.paper.pages')}</h2>
      <p className="mt-1 max-w-prose text-base-content/75">{t('verify.paper.compare')}</p>
      <ol className="mt-4 space-y-4">
        {boxes.map((box) => (
          <PagePicture key={box.page} box={box} at={`${pictures}/${box.page}`} />
        ))}
      </ol>
      <p className="mt-6">
        <a className="btn btn-outline" href="/verify">
          {t('verify.another')}
        </a>
      </p>
    </div>
  )
}

const namesOf = (party: { name: string; nameEn: string } | undefined) => [
  ...new Set([party?.name, party?.nameEn].filter((name) => name !== undefined && name !== '')),
]

function PagePicture({ box, at: url }: { box: PageBox; at: string }) {
  const t = useTranslations('documents.pdf')
  const { width, height } = shownSize(box)
  return (
    <li className="border border-base-300 bg-white">
      <img
        src={url}
        srcSet={`${url}?width=700 700w, ${url} 1000w`}
        sizes="(max-width: 768px) 92vw, 736px"
        width={Math.round(width)}
        height={Math.round(height)}
        alt={t('page', { page: box.page })}
        loading={box.page > 1 ? 'lazy' : undefined}
        className="h-auto w-full"
      />
    </li>
  )
}
