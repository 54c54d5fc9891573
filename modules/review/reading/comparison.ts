import type { Answers } from '#assembly/answers.ts'
import { blankAnswers } from '#assembly/blank.ts'
import type { Template } from '#assembly/template/template.ts'
import { type Document, formerTemplateAt } from '#modules/documents/index.ts'
import { type Locale, translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { dynamicKey, type MessageKey } from '#views/language/messages.ts'
import { momentText } from '#views/values/moment.tsx'
import { type Text, textOf } from './reading.ts'

/** A version of a document: the template's text, the text of a round, or the present text. */
export interface Version {
  /** `template`, `now`, or the number of a round. */
  id: string
  sentAt: Date | null
  /** The person who sent the round. */
  sender?: string
  answers: Answers
  /** The template of that version, if the document has switched to another one since. */
  template?: Template | null
}

/** From the oldest to the newest. */
export async function listVersions(db: Db, document: Document): Promise<Version[]> {
  const rounds = await db
    .selectFrom('review.round')
    .select(['number', 'started_at', 'starter_name', 'answers'])
    .select((eb) => formerTemplateAt(eb.ref('document_id'), eb.ref('started_at')).as('former'))
    .where('document_id', '=', document.id)
    .orderBy('number')
    .execute()
  const { template, answers } = document
  return [
    { id: 'template', sentAt: null, answers: blankAnswers(template, answers.languages) },
    ...rounds.map(({ number, started_at, starter_name, answers, former }) => ({
      id: String(number),
      sentAt: started_at,
      sender: starter_name,
      answers,
      template: former,
    })),
    { id: 'now', sentAt: document.updated_at, answers },
  ]
}

interface VersionQuery {
  from?: string
  to?: string
}

/** The two versions in the URL; by default the present version and the latest one that differs from it. */
export function requestedVersions(versions: Version[], query: VersionQuery): { from: Version; to: Version } {
  const to = versions.find(({ id }) => id === query.to) ?? versions.at(-1)!
  const from =
    versions.find(({ id }) => id === query.from) ??
    versions.findLast((one) => comparisonKey(one) !== comparisonKey(to)) ??
    versions[0]!
  return { from, to }
}

const comparisonKey = ({ answers, template }: Version) => JSON.stringify([answers, template?.version])

/** The changes between two versions. */
export function textBetween(document: Document, { from, to }: { from: Version; to: Version }): Text {
  const documentFields = { document_name: document.name, document_number: document.number }
  return textOf(document, documentFields, { ...to, earlier: from })
}

/** The description of the two versions for a file, in the document's languages. */
export function describeVersions(document: Document, { from, to }: { from: Version; to: Version }) {
  const { script } = to.answers.languages
  const head = (locale: Locale) => {
    const t = translate(locale)
    const descriptionOf = ({ id, sentAt, sender }: Version) =>
      t(dynamicKey(`review.comparison.${sender === undefined ? (sentAt ? 'nowAt' : id) : 'round'}`), {
        number: id,
        at: sentAt ? momentText(sentAt) : '',
      })
    return t('review.comparison.head', { from: descriptionOf(from), to: descriptionOf(to) })
  }
  const zh = script === 'Hant' ? 'zh_TW' : 'zh_CN'
  const inBoth = (key: MessageKey) => ({ zh: translate(zh)(key), en: translate('en_US')(key) })
  return {
    note: { zh: head(zh), en: head('en_US') },
    legend: inBoth('review.comparison.legend'),
    same: inBoth('review.comparison.same'),
    stamp: momentText(to.sentAt ?? document.updated_at),
  }
}
