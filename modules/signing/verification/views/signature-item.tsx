import { shownMobile } from '#src/core/identity-numbers/mobile-number.ts'
import { type Fact, Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { StateWord, Tag, type Tone } from '#views/parts.tsx'
import { momentText } from '#views/values/moment.tsx'
import { levelKeys } from '../../identity/identity-level.ts'
import { SERVICE_NAMES } from '../../services/service-names.ts'
import type { SignatureFacts } from '../finding.ts'
import { LaterList } from './later-list.tsx'

interface Props {
  facts: SignatureFacts
  place: number
  total: number
  /** The party of the signatory, if we store the file. */
  party: string | undefined
  /** Whether to show the differences after the signature; unnecessary if there is no problem. */
  withLater: boolean
  /** Whether the file also has a signature of ours. */
  besideOurs: boolean
}

/** A text that is part of a sentence in other places, shown here as a sentence of its own. */
function Sentence({ children }: { children: string }) {
  return <span className="inline-block first-letter:uppercase">{children}</span>
}

const TONES: Record<SignatureFacts['state'], Tone> = { holds: 'success', unclear: 'warning', fails: 'error' }

const momentOf = (iso: string | null) => (iso ? momentText(new Date(iso)) : '–')

/** Names in a certificate may be in any language. */
export function SignatureItem({ facts, place, total, party, withLater, besideOurs }: Props) {
  const t = useTranslations('signing.verify')
  const { closingSeal, isTimestamp, signer, state } = facts
  const kind = isTimestamp ? 'timestamp' : closingSeal ? 'seal' : facts.ours ? ownKind(facts) : 'foreign'
  const isChangedAfterwards = state === 'holds' && facts.changedAfterwards
  const isWithoutEffect = state === 'holds' && facts.unknownClock && besideOurs
  const words = isWithoutEffect ? 'withoutEffect' : isChangedAfterwards ? 'heldThen' : state
  return (
    <li className="rounded-box border border-base-300 bg-base-100 p-4">
      <h3 className="mb-2 flex flex-wrap items-center gap-2 font-serif text-lg">
        <span className="wrap-anywhere">
          {signer ? <bdi lang="">{signer}</bdi> : <Sentence>{t('unnamed')}</Sentence>}
        </span>
        <Tag>{t(`kind.${kind}`)}</Tag>
        <span className="font-sans text-base-content/75 text-sm">{t('place', { place, of: total })}</span>
      </h3>
      <Facts
        facts={[
          {
            label: t('state'),
            value: (
              <StateWord tone={isChangedAfterwards || isWithoutEffect ? 'warning' : TONES[state]}>
                {t(`stateOf.${words}`)}
              </StateWord>
            ),
          },
          ...useReasons(facts),
          ...usePerson(facts, party),
          ...useTimes(facts),
          ...useCertificate(facts),
        ]}
      />
      {withLater && <LaterList facts={facts} />}
    </li>
  )
}

/** The field names of our seals. A seal's picture alone has no legal force. */
const ownKind = ({ field }: SignatureFacts) => (/^Seal \d+$/.test(field) ? 'withSeal' : 'ours')

function useReasons({ problems, remarks }: SignatureFacts): Fact[] {
  const t = useTranslations('signing.verify')
  const reasons = problems.map((one) => t(`problems.${one}`)).join(t('comma'))
  return [
    ...(reasons ? [{ label: t('reason'), value: <Sentence>{reasons}</Sentence> }] : []),
    ...(remarks.length > 0
      ? [{ label: t('remarks.title'), value: remarks.map((one) => t(`remarks.${one}`)).join(' ') }]
      : []),
  ]
}

const ELEMENTS = ['two', 'three', 'four'] as const

function usePerson(facts: SignatureFacts, party: string | undefined): Fact[] {
  const t = useTranslations('signing.verify')
  const tParty = useTranslations('signing')
  const { email, phone, place, certificate, ours, service } = facts
  const ownCertificate = ours ? certificate : null
  // Our authority only issues certificates to people who entered a code.
  const isProved = facts.ours && !facts.closingSeal && !facts.isTimestamp && (email !== '' || phone !== '')
  const emailText = isProved ? 'emailProved' : 'emailStated'
  const key = party || ownCertificate?.party
  const realName = ELEMENTS.find((one) => one === ownCertificate?.realName)
  const level = levelKeys({
    code: isProved ? (email && phone ? 'both' : email ? 'email' : 'phone') : null,
    realName: realName && { elements: realName, state: 'passed' },
  }).map((one) => tParty(`level.${one}`))
  return [
    ...(key ? [{ label: t('party'), value: tParty('party', { key: key.toUpperCase() }) }] : []),
    ...(service ? [{ label: t('signedPlace'), value: SERVICE_NAMES[service] }] : []),
    ...(ownCertificate?.document
      ? [{ label: t('document'), value: <bdi>{ownCertificate.document}</bdi> }]
      : []),
    ...(email ? [{ label: t('email'), value: t(emailText, { email }) }] : []),
    ...(phone ? [{ label: t('phone'), value: t(emailText, { email: shownMobile(phone) }) }] : []),
    ...(isProved ? [{ label: t('identity'), value: <Sentence>{t('identityCode')}</Sentence> }] : []),
    ...(level.length > 0
      ? [{ label: tParty('level.label'), value: <Sentence>{level.join(t('comma'))}</Sentence> }]
      : []),
    ...(place ? [{ label: t('onPage'), value: <Sentence>{t('page', { page: place.page })}</Sentence> }] : []),
  ]
}

/** The source of a signature's time: an independent clock, or only the signer's clock. */
function useTimeProof({ isTimestamp, provedBy, existedAt: provedUntil, ours }: SignatureFacts): Fact[] {
  const t = useTranslations('signing.verify')
  if (isTimestamp) return []
  const claimed = t(ours ? 'timeClaimed' : 'timeClaimedElsewhere')
  const value = provedUntil
    ? t('timeProvedLater', { claimed, server: provedBy, at: momentOf(provedUntil) })
    : provedBy
      ? t('timeProved', { server: provedBy })
      : t('timeUnproved', { claimed })
  return [{ label: t('timeBy'), value: <Sentence>{value}</Sentence> }]
}

function useTimes(facts: SignatureFacts): Fact[] {
  const t = useTranslations('signing.verify')
  const { claimedAt, timestampedAt, timestampedBy, clockKnown, ours } = facts
  const clock = ours ? 'ourClock' : 'ownClock'
  return [
    ...(claimedAt ? [{ label: t('claimedAt'), value: t(clock, { at: momentOf(claimedAt) }) }] : []),
    ...(timestampedAt
      ? [
          {
            label: t('stampedAt'),
            value: t(clockKnown ? 'stamped' : 'stampedUnknown', {
              at: momentOf(timestampedAt),
              server: timestampedBy || t('unnamed'),
            }),
          },
        ]
      : []),
    ...useTimeProof(facts),
  ]
}

function useCertificate({ certificate }: SignatureFacts): Fact[] {
  const t = useTranslations('signing.verify')
  if (!certificate) return []
  const { issuer, serial, from, until } = certificate
  return [
    { label: t('issuer'), value: <bdi lang="">{issuer}</bdi> },
    { label: t('serial'), value: <code>{serial}</code> },
    { label: t('validity'), value: t('fromTo', { from: momentOf(from), to: momentOf(until) }) },
  ]
}
