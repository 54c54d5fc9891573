import { type Locale, translate } from '#src/core/i18n.ts'

const KEYS = [
  ...['start', 'languages', 'prevail', 'change', 'finalise', 'files', 'signing', 'signatory'],
  ...['cancel', 'valid', 'check', 'types', 'single', 'privacy', 'advice'],
]

export interface Faq {
  key: string
  question: string
  answer: string
}

/** The fifteen questions in the reader's language. */
export function listFaqs(locale: Locale): Faq[] {
  const t = translate(locale)
  return KEYS.map((key) => ({
    key,
    question: t(`messaging.faq.items.${key}.question`),
    answer: t(`messaging.faq.items.${key}.answer`),
  }))
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** Those that hold every word of the keyword, in question or answer. */
export function searchFaqs(locale: Locale, keyword: string): Faq[] {
  const words = folded(keyword).split(/\s+/).filter(Boolean)
  return listFaqs(locale).filter(({ question, answer }) => {
    const text = folded(`${question} ${answer}`)
    return words.every((word) => text.includes(word))
  })
}

export function structuredFaq(locale: Locale): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: listFaqs(locale).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
