import { consumePoint } from '#src/auth/rate-limit.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import { isId } from '#src/core/ids.ts'
import { hashOf } from '#src/core/secrets.ts'
import { foldText, searchWords } from '#src/core/text/fold.ts'
import type { Db } from '#src/db/db.ts'

/** The maximum number of questions on the page; the search also covers the others. */
export const MAX_SHOWN = 15
const MAX_SEARCHED = 200

export interface Faq {
  id: string
  question: string
  answer: string
  /** The searchable text, with Chinese in both scripts. */
  searchText: string
}

export const publishedFaqs = (db: Db) =>
  db.selectFrom('messaging.faq').where('archived_at', 'is', null).orderBy('position')

/** The published questions in the reader's language and in order. */
export async function listFaqs(db: Db, locale: Locale, limit = MAX_SHOWN): Promise<Faq[]> {
  const rows = await publishedFaqs(db).select(['id', 'texts']).limit(limit).execute()
  const scripts = (['zh_CN', 'zh_TW'] as const).filter(() => locale !== 'en_US')
  return rows.map(({ id, texts }) => ({
    id,
    ...texts[locale],
    searchText: [texts[locale], ...scripts.map((script) => texts[script])]
      .map(({ question, answer }) => `${question} ${answer}`)
      .join('\n'),
  }))
}

/** All published questions that contain every word of the keyword. */
export const findFaqs = async (db: Db, locale: Locale, keyword: string) =>
  searchFaqs(await listFaqs(db, locale, MAX_SEARCHED), keyword)

/** Questions that contain every word of the keyword in question or answer. */
export function searchFaqs(faqs: Faq[], keyword: string): Faq[] {
  const words = searchWords(keyword)
  if (!words.length) return faqs
  return faqs.filter(({ searchText }) => {
    const text = foldText(searchText)
    return words.every((word) => text.includes(word))
  })
}

/** The question with this id in the reader's language; undefined if it is not published. */
export async function findQuestion(db: Db, locale: Locale, id: string): Promise<string | undefined> {
  if (!isId(id)) return
  const question = await publishedFaqs(db).select('texts').where('id', '=', id).executeTakeFirst()
  return question?.texts[locale].question
}

const VOTE_LIMIT = { name: 'faq-vote', points: 1, per: 86_400 }
const NETWORK_LIMIT = { name: 'faq-vote-network', points: 60, per: 3600 }

interface Vote {
  id: string
  helpful: boolean
  /** The account, or the browser of a visitor; a hash of it is stored for a day to prevent double votes. */
  voter: string
  network: string
}

/**
 * Counts a vote, one a day for each voter and question; further votes are ignored. Throws NOT_FOUND, and
 * TOO_MANY_REQUESTS after sixty in an hour from one network address.
 */
export async function voteOnFaq(db: Db, { id, helpful, voter, network }: Vote) {
  if (!isId(id) || !(await publishedFaqs(db).select('id').where('id', '=', id).executeTakeFirst())) notFound()
  await consumePoint(NETWORK_LIMIT, network)
  if (!(await isFirstVote(`${id} ${voter}`))) return
  const column = helpful ? 'helpful' : 'unhelpful'
  await db
    .updateTable('messaging.faq')
    .set((eb) => ({ [column]: eb(column, '+', 1) }))
    .where('id', '=', id)
    .execute()
}

async function isFirstVote(key: string): Promise<boolean> {
  try {
    await consumePoint(VOTE_LIMIT, hashOf(key))
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false
    throw error
  }
}

export function structuredFaq(faqs: Faq[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
