import type { ClauseAnswer, Party } from '#modules/documents/assembly/answers.ts'
import { printField } from '#modules/documents/assembly/tables/print-field.ts'
import type { FieldValue } from '#modules/documents/assembly/template/template.ts'
import { readable, tokensOf } from '../clause/tokens.ts'
import type { EditorState } from '../state/editor-state.ts'
import { lookupOf } from '../state/lookup.ts'
import type { Clash } from '../state/merge.ts'
import type { PartyBundle } from '../state/merge-parties.ts'
import { type Say, wordsIn } from '../words.ts'

export interface ClashParts {
  title: string
  mine: string
  theirs: string
}

/** A clash as a person reads it: what it is about, and both versions in full. */
export function clashParts(t: Say, editor: EditorState, clash: Clash): ClashParts {
  const show = (value: unknown) => shown(t, editor, clash, value) || t('nothing')
  return { title: titleOf(t, editor, clash), mine: show(clash.mine), theirs: show(clash.theirs) }
}

function titleOf(t: Say, editor: EditorState, { kind, id }: Clash): string {
  const tree = editor.tree.value
  const side = editor.locale === 'en_US' ? 'en' : 'zh'
  if (kind === 'field') {
    const field = lookupOf(editor.template).fields.get(id)
    return field ? wordsIn(field.label, editor.locale) : id
  }
  if (kind === 'party') return tree.parties.find(({ key }) => key === id)?.label[side] ?? t('parties')
  if (kind === 'parties') return t('parties')
  if (kind !== 'clause') return t(kind === 'languages' ? 'languages' : 'signatures')
  for (const article of tree.articles) {
    for (const node of article.clauses) {
      const item = node.items.find((one) => one.id === id)
      if (node.id !== id && !item) continue
      const number = `${node.number}${item?.number ?? ''}`
      return number ? t('clauseNumber', { number }) : article.title[side]
    }
  }
  return t('clause')
}

function shown(t: Say, editor: EditorState, { kind, id }: Clash, value: unknown): string {
  if (value === undefined) return ''
  if (kind === 'field') return fieldText(editor, id, value as FieldValue)
  if (kind === 'clause') return clauseWords(t, editor, id, value as ClauseAnswer)
  if (kind === 'party') return partyText(value as Party)
  if (kind === 'parties') return bundleText(value as PartyBundle)
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (Array.isArray(value)) return value.map((key) => String(key).toUpperCase()).join(' · ')
  if (value === 'zh' || value === 'en') return t(`side.${value}`)
  return t(value === 'Hant' ? 'hant' : 'hans')
}

function fieldText(editor: EditorState, id: string, value: FieldValue): string {
  const field = lookupOf(editor.template).fields.get(id)
  const { script } = editor.answers.value.languages
  const printed = field ? (['zh', 'en'] as const).map((side) => printField(field, value, side, script)) : []
  const sides = [...new Set(printed.filter((text) => text !== null))]
  // What cannot be printed was typed all the same, and must be readable before one of the two is given up.
  return sides.length ? sides.join('\n') : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function clauseWords(
  t: Say,
  editor: EditorState,
  id: string,
  { dropped, alternative, custom }: ClauseAnswer,
): string {
  const clause = lookupOf(editor.template).clauses.get(id)
  const chosen = clause?.alternatives?.find((one) => one.id === alternative)
  const text = custom ?? chosen?.text ?? clause?.text
  const sides = (['zh', 'en'] as const).map((side) => readable(tokensOf(t, editor, side), text?.[side] ?? ''))
  return [dropped ? t('dropped') : '', ...sides].filter(Boolean).join('\n')
}

function partyText(party: Party): string {
  const { key: _, identity: __, stale: ___, role, ...rest } = party
  return [role?.zh, role?.en, ...Object.values(rest)].filter(Boolean).join('\n')
}

function bundleText({ parties, clauses }: PartyBundle): string {
  const texts = Object.values(clauses).flatMap((answer) =>
    answer?.custom ? [answer.custom.zh, answer.custom.en] : [],
  )
  return [...parties.map((party) => `${party.key.toUpperCase()}: ${partyText(party)}`), ...texts].join('\n')
}
