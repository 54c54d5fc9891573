import { printTables } from '#modules/printing/index.ts'
import { now } from '#src/core/clock.ts'
import { type Locale, translate } from '#src/core/i18n.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { momentText } from '#views/values/moment.tsx'
import type { Action } from '../audit-log.ts'
import type { Heading } from '../document.ts'
import type { LogFault } from './log-end.ts'
import { actionWords, chainWords, detailsOf } from './log-lines.ts'

/**
 * The log as a PDF in the reader's language, one table for each action; its foot states whether the chain is
 * intact.
 */
export async function printLog(document: Heading, actions: Action[], fault: LogFault | null, locale: Locale) {
  const t = translate(locale)
  const inBothLanguages = (text: string) => ({ zh: text, en: text })
  const line = (key: MessageKey<'documents.log'>, value: string) => ({
    label: inBothLanguages(t(`documents.log.${key}`)),
    value: inBothLanguages(value),
  })
  const tables = actions.map((row) => ({
    head: inBothLanguages(`${row.number}`),
    name: inBothLanguages(actionWords(row, t)),
    lines: [
      line('time', momentText(row.at)),
      line('utc', row.at.toISOString()),
      line('identity', t(`documents.identity.${row.identity}`)),
      line('operator', row.operator),
      ...(detailsOf(row, t) ? [line('details', detailsOf(row, t))] : []),
      line('hash', row.hash),
    ],
  }))
  const paper = {
    script: locale === 'zh_TW' ? ('Hant' as const) : ('Hans' as const),
    only: locale === 'en_US' ? ('en' as const) : ('zh' as const),
    title: inBothLanguages(`${document.name} · ${t('documents.actionLog')}`),
    number: document.number,
    numberLabel: inBothLanguages(t('documents.documentNumber')),
    tables,
    note: inBothLanguages(chainWords(actions, fault, t)),
  }
  return (await printTables(paper, now())).bytes
}
