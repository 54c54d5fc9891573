import type { LanguageChoice } from '#assembly/answers.ts'
import type { TablePaper } from '#modules/printing/index.ts'
import type { Elements } from '#modules/real-name/index.ts'
import { type Locale, translate } from '#src/core/i18n.ts'
import { publicUrl } from '#src/http/envelope.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { codeAddressesOf } from '../../../contact.ts'
import { checkMarkOf, spacedCode } from '../../../copy/check-code.ts'
import { levelKeys } from '../../../identity/identity-level.ts'
import { SERVICE_NAMES } from '../../../services/service-names.ts'
import { SERVICES } from '../../provider-name.ts'
import { agentName } from './agent-name.ts'
import type { CompletionFacts, SignatoryFacts } from './facts.ts'

type Key = MessageKey<'signing.certificate'>
type Line = TablePaper['tables'][number]['lines'][number]

/** The languages for a signing from before copies were stored. */
const BOTH_LANGUAGES: LanguageChoice = { primary: 'zh', bilingual: true, script: 'Hans' }

/** The offset of Shanghai from UTC: eight hours. */
const SHANGHAI_OFFSET = 8 * 3_600_000

/** A time in UTC with milliseconds, and in Shanghai time. */
export function bothTimes(at: Date): string {
  const local = new Date(at.getTime() + SHANGHAI_OFFSET).toISOString().slice(0, 19).replace('T', ' ')
  return `${at.toISOString()} · ${local} (UTC+8)`
}

/**
 * The certificate of completion in the document's languages: each label in all languages, each fact only
 * once.
 */
export function certificatePaper(facts: CompletionFacts, stamped: boolean): TablePaper {
  const { signing, signatories, actions, sentHash, signedHash } = facts
  const choice = signing.copy?.languages ?? BOTH_LANGUAGES
  const textOf = textsIn(choice)
  const line = (key: Key, value: string): Line => ({
    label: sameInBoth(textOf(key)),
    value: sameInBoth(value),
  })
  const senderFact = senderFactOf(actions)
  const document = {
    head: sameInBoth(textOf('document')),
    name: sameInBoth(signing.document_name),
    lines: [
      line('number', signing.document_number),
      line('id', signing.document_id),
      line('sender', [...new Set([signing.starter_name, signing.starter_team])].join(', ')),
      ...(senderFact ? [line('sentIn', textOf(senderFact.key, senderFact.facts))] : []),
      line('started', bothTimes(signing.created_at)),
      line('completed', bothTimes(signing.ended_at!)),
      line('sentFile', `SHA-256 ${sentHash}`),
      line('signedFile', `SHA-256 ${signedHash}`),
      line('clock', textOf(stamped ? 'stamped' : 'ownClock')),
      ...(signing.check_code ? [line('checkCode', spacedCode(signing.check_code))] : []),
      line('verify', publicUrl('/verify')),
    ],
  }
  const log = {
    head: sameInBoth(textOf('log')),
    name: sameInBoth(textOf('logNote')),
    lines: actions.map((row) => ({
      label: sameInBoth(String(row.number)),
      value: sameInBoth(
        [`${row.at.toISOString()} · ${actionIn(choice, row)} · ${row.operator}`, row.hash].join('\n'),
      ),
    })),
  }
  return {
    script: choice.script,
    only: choice.primary,
    compact: true,
    check: signing.check_code ? checkMarkOf(signing.document_number, signing.check_code) : undefined,
    title: sameInBoth(textOf('title', {}, ' ')),
    number: signing.document_number,
    numberLabel: sameInBoth(textOf('number', {}, ' ')),
    tables: [document, ...signatories.map((one) => signatoryTable(one, choice)), log],
    note: sameInBoth(textOf('note')),
  }
}

/** The sender's legal name; null for signings from before senders authorised us. */
function senderFactOf(
  actions: CompletionFacts['actions'],
): { key: Key; facts: Record<string, string> } | null {
  const started = actions.find(({ action }) => action === 'start-signing')
  const { sender, senderName, authorisedAt } = started?.details ?? {}
  if (!sender || !senderName) return null
  const senderKind: 'individual' | 'institution' = sender === 'institution' ? 'institution' : 'individual'
  const service = SERVICES.find((one) => one === authorisedAt)
  const name = String(senderName)
  return service
    ? { key: `sentAs.${senderKind}At`, facts: { name, service: SERVICE_NAMES[service] } }
    : { key: `sentAs.${senderKind}`, facts: { name } }
}

function signatoryTable(facts: SignatoryFacts, choice: LanguageChoice): TablePaper['tables'][number] {
  const textOf = textsIn(choice)
  const { signatory, invited, delivered, opened, identified, signed, signatureWritten } = facts
  const line = (key: Key, value: string): Line => ({
    label: sameInBoth(textOf(key)),
    value: sameInBoth(value),
  })
  const time = (key: Key, row: { at: Date } | null) =>
    line(key, row ? bothTimes(row.at) : textOf('notRecorded', {}, ' / '))
  const { address, agent, way, sha256, consent } = signed?.details ?? {}
  const service = signatory.provider === 'builtin' ? null : SERVICE_NAMES[signatory.provider]
  return {
    head: sameInBoth(textOf('signatory', { number: signatory.position })),
    name: sameInBoth(signatory.name),
    lines: [
      line('party', partyOf(facts, choice)),
      ...(signatory.title ? [line('post', signatory.title)] : []),
      ...(signatory.handed_over_from ? [line('handedOver', signatory.handed_over_from)] : []),
      ...(signatory.email ? [line('email', signatory.email)] : []),
      ...(signatory.phone ? [line('phone', signatory.phone)] : []),
      ...(service ? [line('identity', textOf('byService', { service }))] : []),
      ...identityLines(facts, choice),
      time('invited', invited),
      ...(delivered ? [time('delivered', delivered)] : []),
      ...(opened || !service ? [time('opened', opened)] : []),
      ...(identified || !service ? [time('identified', identified)] : []),
      ...(service ? [line('place', service)] : []),
      ...(signatory.role === 'approver'
        ? [line('approved', bothTimes(signatory.signed_at!))]
        : [
            line('signed', bothTimes(signatory.signed_at!)),
            ...(service
              ? []
              : [line('way', textOf(markKindOf(signatory.signature?.kind ?? way), {}, ' / '))]),
          ]),
      ...(address ? [line('address', String(address))] : []),
      ...(agent ? [line('browser', agentName(String(agent)))] : []),
      ...(consent ? [line('consent', String(consent))] : []),
      ...(sha256 ? [line('seenFile', `SHA-256 ${sha256}`)] : []),
      ...(signatureWritten ? [line('serial', String(signatureWritten.details.serial))] : []),
    ],
  }
}

/** How a signatory was identified, and how reliable that is. */
function identityLines(facts: SignatoryFacts, choice: LanguageChoice): Line[] {
  const textOf = textsIn(choice)
  const { signatory, identified, checked, waived, reportedLevel } = facts
  const line = (key: Key, value: string): Line => ({
    label: sameInBoth(textOf(key)),
    value: sameInBoth(value),
  })
  const passedCheck = checked
    ? { elements: checked.details.elements as Elements, state: 'passed' as const }
    : null
  const levels = levelKeys({
    code: identified && signatory.identification,
    service: reportedLevel,
    realName: passedCheck ?? (waived && { elements: waived.details.elements as Elements, state: 'waived' }),
  })
  const codeText = checked ? 'byCodeOnly' : 'byCode'
  const { realName: name, number, reference } = checked?.details ?? {}
  const person = { name: String(name), number: String(number) }
  return [
    ...(identified
      ? [line('identity', textOf(codeText, { address: codeAddressesOf(signatory).join(' + ') }))]
      : []),
    ...(checked
      ? [line('realName', textOf('checkedAs', person)), line('checkedAt', bothTimes(checked.at))]
      : []),
    ...(reference ? [line('checkNumber', String(reference))] : []),
    ...(waived && !checked ? [line('realName', textOf('waivedBy', { name: waived.operator }))] : []),
    ...(levels.length > 0 ? [line('level', levels.map((key) => levelIn(choice, key)).join('\n'))] : []),
  ]
}

const levelIn = (choice: LanguageChoice, key: MessageKey<'signing.level'>) =>
  localesOf(choice)
    .map((locale) => translate(locale)(`signing.level.${key}`))
    .join(' / ')

function partyOf({ signatory, party }: SignatoryFacts, { primary, bilingual }: LanguageChoice): string {
  const names = primary === 'en' ? [party?.nameEn, party?.name] : [party?.name, party?.nameEn]
  const distinct = [...new Set(bilingual ? names : names.slice(0, 1))].filter(Boolean)
  return [signatory.party.toUpperCase(), ...distinct].join(' · ')
}

const sameInBoth = (text: string) => ({ zh: text, en: text })

/** Locales of the document's languages, primary first. */
function localesOf({ primary, bilingual, script }: LanguageChoice): Locale[] {
  const chinese: Locale = script === 'Hant' ? 'zh_TW' : 'zh_CN'
  const locales: Locale[] = primary === 'en' ? ['en_US', chinese] : [chinese, 'en_US']
  return bilingual ? locales : locales.slice(0, 1)
}

/** The part of a locale key that names the kind of signature. */
const markKindOf = (kind: unknown) => (kind === 'drawn' || kind === 'picture' ? kind : 'typed')

const textsIn =
  (choice: LanguageChoice) =>
  (key: Key, facts: Record<string, string | number> = {}, separator = '\n') =>
    localesOf(choice)
      .map((locale) => translate(locale)(`signing.certificate.${key}`, facts))
      .join(separator)

const actionIn = (choice: LanguageChoice, { action, details }: CompletionFacts['actions'][number]) =>
  localesOf(choice)
    .map((locale) => translate(locale)(`documents.action.${action}`, details))
    .join(' / ')
