import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { memo } from 'react'
import type { LanguageChoice, Side } from '#assembly/answers.ts'
import type { ArticleNode, ClauseNode, Sides } from '#assembly/tree.ts'
import { ClauseNotes } from '../clause/clause-notes.tsx'
import { ClauseRow } from '../clause/clause-row.tsx'
import { headingToolsClass } from '../clause/tools/look.ts'
import { gutterClass, Twin } from '../clause/twin.tsx'
import { LanguageForm } from '../fields/language-form.tsx'
import { PartyBlock } from '../parties/party-block.tsx'
import { useEditor } from '../state/editor-state.ts'
import { sideToRead, useWords } from '../words.ts'
import { SignatureBlocks } from './signature-blocks.tsx'
import { WhenLoaded } from './when-loaded.tsx'

/** The document as it will be printed, editable in place. */
export function Paper() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const { title, languages, sides, parties, recitals, articles, signatures, prevailing } = editor.tree.value
  const articleElement = (article: ArticleNode) => (
    <Article key={article.id} article={article} sides={sides} languages={languages} />
  )
  const width = sides.length > 1 ? 'max-w-6xl' : 'max-w-3xl'
  return (
    <article
      aria-label={t('paper')}
      data-mode={editor.mode.value}
      className={`group/paper mx-auto ${width} border border-base-300 bg-base-100 px-3 py-8 font-serif text-[15px] leading-relaxed shadow-sm sm:px-8`}
    >
      <header className="mb-6">
        <Twin
          sides={sides}
          script={languages.script}
          className={`text-center text-2xl ${gutterClass}`}
          text={title}
          id="part-title"
          as="h2"
        />
        <LanguageForm />
      </header>
      <PartyBlock parties={parties} sides={sides} script={languages.script} />
      <Clauses nodes={recitals} sides={sides} languages={languages} />
      {articles.filter(({ annex }) => !annex).map(articleElement)}
      {sides.length > 1 && (
        <Twin
          sides={sides}
          script={languages.script}
          className={`mt-6 ${gutterClass}`}
          text={prevailing}
          id="part-prevailing"
          as="p"
        />
      )}
      <SignatureBlocks signatures={signatures} sides={sides} script={languages.script} />
      {articles.filter(({ annex }) => annex).map(articleElement)}
    </article>
  )
}

interface LayoutProps {
  sides: Side[]
  languages: LanguageChoice
}

const Article = memo(function Article({ article, sides, languages }: LayoutProps & { article: ArticleNode }) {
  useSignals()
  const editor = useEditor()
  const isWriting = useComputed(() => editor.writing.value === article.id).value
  const points = useComputed(() => editor.openIn.value[article.id]).value
  const { id, stale } = article
  const heading = (side: Side) => `${article.label[side]} ${article.title[side]}`.trim()
  const text: Sides<string> = { zh: heading('zh'), en: heading('en') }
  const name = text[sideToRead(editor.locale, sides)]
  return (
    <section id={`part-${id}`} tabIndex={-1} aria-label={name} className="mt-6 scroll-mt-2 outline-none">
      <div tabIndex={-1} className="group/heading flex items-start gap-2 outline-none">
        {isWriting ? (
          <WhenLoaded>{({ ArticleTitle }) => <ArticleTitle article={article} sides={sides} />}</WhenLoaded>
        ) : (
          <Twin
            sides={sides}
            script={languages.script}
            className={`min-w-0 flex-1 font-semibold text-lg ${article.kept ? '' : 'text-base-content/75 line-through'}`}
            text={text}
            as="h3"
          />
        )}
        {editor.mode.value === 'edit' && (
          <div
            className={`flex shrink-0 content-start justify-end sm:w-14 sm:flex-wrap ${isWriting ? '' : headingToolsClass}`}
          >
            <WhenLoaded quiet>
              {({ ArticleTools }) => <ArticleTools article={article} name={name} writing={isWriting} />}
            </WhenLoaded>
          </div>
        )}
      </div>
      {article.added && <ClauseNotes node={{ id, stale, state: 'custom' }} points={points} />}
      {article.because && (
        <WhenLoaded quiet>{({ LeftOut }) => <LeftOut because={article.because!} />}</WhenLoaded>
      )}
      <Clauses nodes={article.clauses} sides={sides} languages={languages} article={id} />
    </section>
  )
})

function Clauses({ nodes, article, ...layout }: LayoutProps & { nodes: ClauseNode[]; article?: string }) {
  return nodes.map((node) => <ClauseWithItems key={node.id} node={node} article={article} {...layout} />)
}

const ClauseWithItems = memo(function ClauseWithItems({
  node,
  article,
  sides,
  languages,
}: LayoutProps & { node: ClauseNode; article?: string }) {
  return (
    <>
      <ClauseRow node={node} article={article} sides={sides} script={languages.script} />
      {node.kept &&
        node.items.map((item) => (
          <ClauseRow
            key={item.id}
            node={item}
            within={node}
            article={article}
            sides={sides}
            script={languages.script}
          />
        ))}
    </>
  )
})
