import type { ComponentProps } from 'react'
import type { Problems } from '#src/http/body.ts'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { Dialog, opens } from '#views/parts.tsx'
import { PdfViewer, type ShownPdf } from '#views/pdf-viewer.tsx'
import { useSenderWords } from '#views/values/sender.ts'
import type { OwnPlace } from '../reading/own-places.ts'
import { SealSection } from '../seal/views/seal-section.tsx'
import { stepOf, type Turn } from '../signer-link.ts'
import { ApprovalForm } from './approval-form.tsx'
import { RefusalForm } from './refusal-form.tsx'
import { SenderMessage } from './sender-message.tsx'
import { SignaturePad } from './signature-pad.tsx'
import { WeChatHint } from './wechat-hint.tsx'

interface Props {
  turn: Turn
  /** The document's HTML from the printing module; null for an imported PDF. */
  paper: string | null
  /** The pages of an imported PDF; null for our own document. */
  pdf: ShownPdf | null
  /** Whether the page is open inside WeChat. */
  inWeChat: boolean
  /** The places to sign, in order. */
  places: OwnPlace[]
  /** The seal of the party, if this signatory sets it. */
  seal: ComponentProps<typeof SealSection>['seal']
  /** The values of a rejected form. */
  values?: Record<string, string>
  problems?: Problems
}

/**
 * The signatory's page: shows the document to read, and below it the forms to sign or decline. Designed for
 * phones first.
 */
export function SignerPage(props: Props) {
  const t = useTranslations('signing')
  const { turn, paper, pdf, inWeChat } = props
  const maySign = canSign(turn)
  const facts = { ...useSenderWords(turn), name: turn.name }
  return (
    <>
      {maySign && <div className="reading-progress" aria-hidden="true" />}
      <div className="mx-auto mb-5 max-w-4xl px-2">
        <h1 className="font-serif text-2xl">{turn.document_name}</h1>
        {turn.held_up && turn.signing_state === 'started' && <HeldUpNotice />}
        {maySign ? (
          <>
            <p className="max-w-prose text-base-content/75">
              {t(turn.role === 'approver' ? 'approval.lead' : 'signer.lead', facts)}
            </p>
            {turn.message && <SenderMessage turn={turn} />}
          </>
        ) : (
          <NothingToSign turn={turn} />
        )}
        <p className="mt-2 flex flex-wrap gap-3">
          <a className="btn btn-sm btn-outline" href={`/signing/${turn.id}/document.pdf`}>
            <Icon name="download" className="size-4" />
            {t(turn.signing_state === 'completed' ? 'signer.downloadSigned' : 'signer.download')}
          </a>
          {turn.signing_state === 'started' && (
            <a className="btn btn-sm btn-outline" href={`/signing/${turn.id}/question`}>
              <Icon name="message" className="size-4" />
              {t('question.ask', { starter: turn.starter_name })}
            </a>
          )}
          {maySign && (
            <a className="btn btn-sm btn-primary" href="#sign">
              <Icon name="sign" className="size-4" />
              {t(turn.role === 'approver' ? 'approval.toApproval' : 'signer.toSignature')}
            </a>
          )}
        </p>
        {inWeChat && <WeChatHint />}
      </div>
      {pdf && <PdfViewer {...pdf} />}
      {paper !== null && (
        <div
          // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React from the document itself
          dangerouslySetInnerHTML={{ __html: paper }}
        />
      )}
      {maySign && (
        <div className="mx-auto mt-6 max-w-4xl px-2">
          {/* Reports once that the end of the document was shown. */}
          <div hx-post={`/signing/${turn.id}/reading`} hx-trigger="intersect once" hx-swap="none" />
          <SignPart {...props} />
        </div>
      )}
    </>
  )
}

const canSign = (turn: Turn) => turn.state === 'invited' && turn.signing_state === 'started'

function SignPart({ turn, pdf, places, seal, values, problems }: Props) {
  const t = useTranslations('signing')
  return (
    <section
      id="sign"
      aria-labelledby="sign-title"
      className="scroll-mt-4 rounded-box border border-primary bg-base-100 p-5"
    >
      <h2 id="sign-title" className="mb-3 font-serif text-xl">
        {t(turn.role === 'approver' ? 'approval.approveAs' : 'signer.signAs', { name: turn.name })}
      </h2>
      <SigningPlaces places={places} />
      {turn.held_up && (
        <p role="alert" className="alert alert-warning alert-soft mb-4">
          {t('damaged.text')}
        </p>
      )}
      {turn.role === 'approver' ? (
        <ApprovalForm turn={turn} />
      ) : (
        <>
          <SealSection signatoryId={turn.id} seal={seal} />
          <SignaturePad turn={turn} values={values} problems={problems} pages={pdf?.boxes.length} />
          <p className="mt-4 max-w-prose text-base-content/75 text-sm">
            {t('signer.law')} {t('signer.recorded')}
          </p>
        </>
      )}
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
        <button {...opens('refusal')} className="link text-sm">
          {t(turn.role === 'approver' ? 'approval.decline' : 'signer.decline')}
        </button>
        <a href={`/signing/${turn.id}/hand-over`} className="link text-sm">
          {t('handOver.open')}
        </a>
      </p>
      <Dialog id="refusal" title={t('refusal.title')} open={Boolean(problems?.reason)}>
        <RefusalForm turn={turn} values={values} problems={problems} />
      </Dialog>
    </section>
  )
}

/** The pages on which this signatory signs. */
function SigningPlaces({ places }: { places: OwnPlace[] }) {
  const t = useTranslations('signing')
  if (places.length === 0) return null
  const words = places.map(({ spot, where }) =>
    t('setting.places.at', { page: spot.page, where: t(`setting.places.where.${where}`) }),
  )
  return (
    <p className="mb-3 text-base-content/75 text-sm">{t('signer.where', { places: words.join(' · ') })}</p>
  )
}

/** Explains that the signing is delayed by a fault of ours, and that the deadline is extended. */
function HeldUpNotice() {
  const t = useTranslations('signing.damaged')
  return (
    <section role="status" className="my-3 rounded-box border border-warning bg-warning/10 p-4">
      <h2 className="mb-1 flex items-center gap-2 font-serif text-xl">
        <Icon name="warning" />
        {t('title')}
      </h2>
      <p className="max-w-prose">{t('text')}</p>
    </section>
  )
}

/** Explains why the person cannot sign anything here, with a link to more information. */
function NothingToSign({ turn }: { turn: Turn }) {
  const t = useTranslations('signing')
  const endState = turn.signing_state !== 'started' && turn.signing_state
  const doneKey = turn.state === 'approved' ? 'approved' : 'signed'
  const key = endState || (turn.state === 'waiting' ? 'waiting' : doneKey)
  const currentPath = stepOf(turn)
  return (
    <section role="status" className="my-3 rounded-box border border-base-300 bg-base-100 p-4">
      <h2 className="mb-1 flex items-center gap-2 font-serif text-xl">
        <Icon name={key === 'completed' || key === doneKey ? 'check' : 'info'} />
        {t(`done.${key}.title`)}
      </h2>
      <p>{t(`done.${key}.text`)}</p>
      {currentPath !== `/signing/${turn.id}` && (
        <p className="mt-1">
          <a className="link" href={currentPath}>
            {t('done.more')}
          </a>
        </p>
      )}
    </section>
  )
}
