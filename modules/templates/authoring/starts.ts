import { partyKey } from '#assembly/words.ts'
import { isPlainObject, openSource, type Source, setAt, setPair, valueAt, writeSource } from './source.ts'

/** A party of a new template, in both languages. */
export interface NewParty {
  zh: string
  en: string
}

export interface NewTemplate {
  code: string
  title: { zh: string; en: string }
  category: string
  parties: NewParty[]
}

/** How the document refers to itself in each language, derived from its title. */
const nameOf = ({ zh, en }: { zh: string; en: string }) => ({
  zh: /协议书?$/.test(zh) ? '本协议' : '本合同',
  en: /\bcontract$/i.test(en) ? 'this Contract' : 'this Agreement',
})

const prevailing = ({ zh, en }: { zh: string; en: string }) => ({
  zh: `${zh}以中文和英文书就，两种文本不一致的，以{prevailing}文本为准。`,
  en: `${en.replace('this', 'This')} is written in Chinese and English. If the two texts differ, the {prevailing} text shall prevail.`,
})

const GUIDANCE = {
  zh_CN: '说明合同的目的和范围。',
  en_US: 'Says what the contract is about.',
}

/** The parts of a template that were imported, for example from a Word file. */
export interface ImportedParts {
  recitals: unknown[]
  fields: unknown[]
  articles: unknown[]
  annexes: unknown[]
  /** Lines that were not recognised; they become a comment at the top of the source. */
  omittedLines: string[]
}

const OMITTED_HEAD = 'Left out of the Word file:'

/** The lines of a Word file that were not imported into this source. */
export function omittedLines({ document }: Source): string[] {
  const [head, ...lines] = (document.commentBefore ?? '').split('\n').map((line) => line.trim())
  return head === OMITTED_HEAD ? lines : []
}

/** The source of a minimal valid template, to which the author adds clauses. */
export function blankSource(
  { code, title, category, parties }: NewTemplate,
  importedParts?: ImportedParts,
): string {
  const source = openSource('code: x\n')!
  const roles = parties.map((role, index) => ({
    key: partyKey(index),
    role,
    identity: 'any',
    signs: true,
    requires: ['idNumber', 'address'],
  }))
  const content = {
    code,
    version: 1,
    title,
    category,
    tags: [],
    type: 'I',
    payType: 'usage',
    feeCategory: 'paid',
    languages: ['zh-Hans', 'zh-Hant', 'en'],
    jurisdictions: ['CN'],
    eSign: true,
    form: 'contract',
    self: nameOf(title),
    prevailing: prevailing(nameOf(title)),
    purpose: { zh_CN: `用于订立${title.zh}。`, en_US: `For making a ${title.en}.` },
    notFor: { zh_CN: '不适用于消费者合同。', en_US: 'Not for contracts with consumers.' },
    minutes: 10,
    parties: roles,
    recitals: importedParts?.recitals ?? [],
    fields: importedParts?.fields ?? [SUBJECT],
    articles: importedParts?.articles ?? [purposeArticle(parties), ...BLOCKS.map((block) => ({ block }))],
    ...(importedParts?.annexes.length && { annexes: importedParts.annexes }),
  }
  for (const [key, value] of Object.entries(content))
    source.document.set(key, source.document.createNode(value))
  if (importedParts?.omittedLines.length)
    source.document.commentBefore = [OMITTED_HEAD, ...importedParts.omittedLines]
      .map((line) => ` ${line}`)
      .join('\n')
  return writeSource(source)
}

const BLOCKS = ['notices', 'disputes', 'e-signature', 'general']

const SUBJECT = {
  id: 'subject',
  type: 'text',
  group: 'subject',
  label: { zh_CN: '合同事项', en_US: 'Subject' },
  required: true,
  max: 200,
}

const purposeArticle = (parties: NewParty[]) => {
  const [firstKey = 'a', secondKey = 'b'] = parties.map((_, index) => partyKey(index))
  return {
    id: 'subject-matter',
    title: { zh: '合同事项', en: 'Subject Matter' },
    clauses: [
      {
        id: 'subject-clause',
        droppable: false,
        zh: `{party:${firstKey}}与{party:${secondKey}}就{subject}（“事项”）订立{this}。`,
        en: `{party:${firstKey}} and {party:${secondKey}} make {this} on {subject} (the “Matter”).`,
        guidance: GUIDANCE,
      },
    ],
  }
}

/** A copy of a source, either with another code and title, or as the next version of the same template. */
export function copiedSource(
  yaml: string,
  { code, version, title }: { code: string; version: number; title?: { zh: string; en: string } },
): string {
  const source = openSource(yaml)
  if (!source) return yaml
  setAt(source, ['code'], code)
  setAt(source, ['version'], version)
  if (title) {
    setPair(source, ['title'], title)
    if (isPlainObject(valueAt(source.data, ['title'])) && valueAt(source.data, ['title', 'hant']))
      setAt(source, ['title', 'hant'], undefined)
  }
  return writeSource(source)
}
