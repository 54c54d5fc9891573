// Alone: it uses React's development build, which warns about misuse.
import { readFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { dropClause, writeCustom } from '#assembly/edit.ts'
import { openProblems } from '#assembly/open-points/open.ts'
import { Editor, type EditorProps } from '#islands/editor/editor.tsx'
import { FillForm } from '#islands/editor/fields/fill-form.tsx'
import * as lazyParts from '#islands/editor/lazy-parts.ts'
import { EditorProvider, openEditor } from '#islands/editor/state/editor-state.ts'
import { Workspace } from '#islands/editor/workspace.tsx'
import { LanguageContext, plainLanguage } from '#views/language.tsx'
import { nda, ndaAnswers } from './editor-support.ts'

const locales = ['en_US', 'zh_CN', 'zh_TW'] as const
const wordsOf = (locale: string): EditorProps['messages'] =>
  JSON.parse(readFileSync(`locales/${locale}/editor.json`, 'utf8'))

function propsIn(locale: EditorProps['locale'], answers = ndaAnswers()): EditorProps {
  const document = {
    id: 'id',
    name: '保密协议',
    number: 'QS-2026-0142',
    version: 2,
    savedAt: '2026-11-21T06:02:00.000Z',
    today: '2026-11-21',
  }
  return {
    document: { ...document, template: nda, answers },
    locale,
    messages: wordsOf(locale),
    mayFinalise: true,
    userName: '林静',
  }
}

function pathsOf(words: object, above = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' ? pathsOf(value, `${above}${key}.`) : [above + key],
  )
}

vi.hoisted(() => {
  process.env.NODE_ENV = 'development'
})

test('the three languages have the same keys, and one for every problem of the assembly', () => {
  const [english = [], ...others] = locales.map((locale) => pathsOf(wordsOf(locale)))
  for (const other of others) expect(other).toEqual(english)
  for (const problem of openProblems) expect(english).toContain(`problem.${problem}`)
})

test.each(locales)('the page is rendered before the script, in %s without a missing text', (locale) => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  const html = renderToString(<Editor {...propsIn(locale)} />)
  expect(consoleError).not.toHaveBeenCalled()
  consoleError.mockRestore()
  expect(html).not.toMatch(/editor\.[a-z]+/)
  expect(html).not.toContain(' style=')
  expect(html).toContain('14:02')
})

test('rendering twice gives the same page, as hydration requires', () => {
  const props = propsIn('en_US')
  expect(renderToString(<Editor {...props} />)).toBe(
    renderToString(<Editor {...JSON.parse(JSON.stringify(props))} />),
  )
})

test('each side of a clause declares its language and script', () => {
  const answers = ndaAnswers()
  answers.languages.script = 'Hant'
  const html = renderToString(<Editor {...propsIn('zh_TW', answers)} />)
  expect(html).toContain('lang="zh-Hant"')
  expect(html).toContain('lang="en"')
  expect(html).not.toContain('lang="zh-Hans"')
})

test('a dropped clause is collapsed to one line with Restore, and the next one takes its number', () => {
  const firstClause = nda.articles.flatMap(({ clauses }) => clauses).find(({ droppable }) => droppable)
  if (!firstClause) throw new Error('a clause that may be dropped is needed')
  const pageBefore = renderToString(<Editor {...propsIn('en_US')} />)
  const pageAfter = renderToString(
    <Editor {...propsIn('en_US', dropClause(ndaAnswers(), nda, firstClause.id))} />,
  )
  expect(pageBefore).not.toContain('>Restore<')
  expect(pageAfter).toContain('>Restore<')
  const clausesIn = (html: string) => html.match(/data-clause="[^"]*" class="group/g)?.length ?? 0
  expect(clausesIn(pageBefore)).toBeGreaterThan(20)
  expect(clausesIn(pageAfter)).toBe(clausesIn(pageBefore) - 1 - (firstClause.items?.length ?? 0))
})

test('a text changed on one side asks to confirm the other', () => {
  const id = nda.articles[0]?.clauses[0]?.id ?? ''
  const html = renderToString(
    <Editor {...propsIn('en_US', writeCustom(ndaAnswers(), nda, id, 'zh', '另行约定。'))} />,
  )
  expect(html).toContain('English not yet confirmed')
  expect(html).toContain('>Confirm<')
})

test('an unprintable character is reported at its field, before any other problem', () => {
  const answers = ndaAnswers()
  answers.fields.project = { zh: '', en: 'talks 😀 on robots' }
  const { document, locale, messages, ...person } = propsIn('en_US', answers)
  const html = renderToString(
    <LanguageContext value={plainLanguage('en-US', 'editor', messages)}>
      <EditorProvider value={openEditor(document, locale, person)}>
        <FillForm />
      </EditorProvider>
    </LanguageContext>,
  )
  const note = /<p id="fill-project-note"[^>]*>([^<]*)/.exec(html)
  expect(note?.[1]).toBe('Cannot be printed: 😀 (U+1F600). Please write it differently.')
})

test('the button to the guidance has the info icon, and its words', () => {
  const { document, locale, messages, ...person } = propsIn('en_US')
  const editor = openEditor(document, locale, person)
  editor.mode.value = 'edit'
  const html = renderToString(
    <LanguageContext value={plainLanguage('en-US', 'editor', messages)}>
      <EditorProvider value={editor}>
        <Workspace />
      </EditorProvider>
    </LanguageContext>,
  )
  const [, button] = /<button [^>]*id="open-drawer"[^>]*>(.*?)<\/button>/s.exec(html)!
  expect(button).toMatch(
    /^<svg [^>]*aria-hidden="true"><use href="[^"]*#info"><\/use><\/svg>About this clause$/,
  )
})

test('a party has its identity, fixed where the template fixes it, its job title and its role', () => {
  const shownPage = (template: typeof nda) => {
    const { document, locale, messages, ...person } = propsIn('en_US')
    const editor = openEditor({ ...document, template }, locale, person)
    editor.lazyParts.value = lazyParts
    return renderToString(
      <LanguageContext value={plainLanguage('en-US', 'editor', messages)}>
        <EditorProvider value={editor}>
          <FillForm />
        </EditorProvider>
      </LanguageContext>,
    )
  }
  const html = shownPage(nda)
  for (const label of ['Signer identity', 'Legal representative', 'Job title', 'Role', 'Role in English'])
    expect(html).toContain(`>${label}</label>`)
  const { zh, en } = nda.parties[0]!.role
  expect(html).toMatch(new RegExp(`id="party-a-role"[^>]*value="${zh}"`))
  expect(html).toMatch(new RegExp(`id="party-a-roleEn"[^>]*value="${en}"`))
  const select = (page: string) => /<select id="party-a-identity"[^>]*>/.exec(page)![0]
  const fixed = { ...nda, parties: nda.parties.map((party) => ({ ...party, identity: 'company' as const })) }
  expect([select(html), select(shownPage(fixed))].map((tag) => tag.includes('disabled'))).toEqual([
    false,
    true,
  ])
})
