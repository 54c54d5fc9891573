import type { MessageKey, Translator } from '#views/language/messages.ts'
import { findNode } from '../compare/find-node.ts'
import type { Template } from '../template/template.ts'
import { type localeOf, wordsIn } from '../template/words-in.ts'
import type { DocumentTree, OpenPoint } from '../tree.ts'

type WordsLocale = ReturnType<typeof localeOf>

/** Describes an open or confirmed point in one sentence. */
export function pointWords(t: Translator<'editor'>, locale: WordsLocale, point: OpenPoint): string {
  const { kind, problem, detail, message, check } = point
  if (message) return wordsIn(message, locale)
  if (kind === 'mismatch') return t(`agreement.${check!}`, { zh: detail!.zh, en: detail!.en })
  const { zh = '', en = '' } = detail ?? {}
  if (kind === 'machine') return t('machine', { zh, en })
  if (problem) return t(`problem.${problem}`, { detail: locale === 'en_US' ? en || zh : zh || en })
  return t(kind === 'stale' ? 'stale.any' : 'problem.required')
}

/** Names the place of a point: Party A · ID number; Clause 3.2; or the label of a field. */
export function pointPlace(
  t: Translator<'editor'>,
  locale: WordsLocale,
  { tree, template }: { tree: DocumentTree; template: Template },
  { at, clause, field }: OpenPoint,
): string {
  const [, key, attribute] = /^party:(.+)\.([^.]+)$/.exec(at) ?? []
  if (key) {
    const label = tree.parties.find((one) => one.key === key)?.label[locale === 'en_US' ? 'en' : 'zh'] ?? ''
    return `${label} · ${t(`party.${attribute as MessageKey<'editor.party'>}`)}`
  }
  const number = findNode(tree, clause ?? at)?.number
  const label = template.fields.find(({ id }) => id === field)?.label
  return [label && wordsIn(label, locale), number && t('clauseNumber', { number })]
    .filter(Boolean)
    .join(' · ')
}
