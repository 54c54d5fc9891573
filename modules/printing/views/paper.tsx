import type { Side } from '#assembly/answers.ts'
import { annexesOf, bodyOf, labelled, partyHeading } from '#assembly/plain.ts'
import type { ArticleNode, ClauseNode, DocumentTree, Run, SignatureLine } from '#assembly/tree.ts'
import { word } from '#assembly/words.ts'
import { PrintedTable } from '#views/paper/printed-table.tsx'
import { momentText } from '#views/values/moment.tsx'

const langOf = (tree: DocumentTree, side: Side) => (side === 'en' ? 'en' : `zh-${tree.languages.script}`)

/** Who signed for a party, and when. */
export interface SignedParty {
  party: string
  name: string
  signedAt: Date
}

interface PaperProps {
  tree: DocumentTree
  signed?: SignedParty[]
  /** Whether to show the number below the title, as in a file. */
  numbered?: boolean
}

/**
 * The document for reading on screen, as it will be printed: the languages side by side, on a phone one
 * below the other.
 */
export function Paper({ tree, signed = [], numbered }: PaperProps) {
  const columns = tree.sides.length === 2 ? '@2xl:grid-cols-2 print:grid-cols-2' : ''
  return (
    <div className="@container print:[container-type:normal]">
      <article
        className={`mx-auto max-w-4xl border border-base-300 bg-base-100 px-5 py-8 font-serif sm:px-12 sm:py-14 print:max-w-none print:border-0 print:p-0 print:text-[10.5pt] print:leading-normal`}
      >
        <Twin tree={tree} columns={columns} className="mb-8 text-center text-xl">
          {(side) => <h2>{tree.title[side]}</h2>}
        </Twin>
        {numbered && <NumberLine tree={tree} />}
        {tree.parties.map((party) => (
          <Twin key={party.key} tree={tree} columns={columns} className="mb-4 break-inside-avoid">
            {(side) => (
              <>
                <p className="font-semibold">
                  {partyHeading(party.label[side], party.role[side], party.name[side], side)}
                </p>
                {party.lines.map((line) => (
                  <p key={line.id}>{labelled(line.label[side], line.value[side], side)}</p>
                ))}
              </>
            )}
          </Twin>
        ))}
        {tree.recitals
          .filter((node) => node.kept)
          .map((node) => (
            <Clause key={node.id} tree={tree} columns={columns} node={node} />
          ))}
        {bodyOf(tree).map((node) => (
          <Article key={node.id} tree={tree} columns={columns} node={node} />
        ))}
        {tree.prevailing[tree.sides[0]!] && (
          <Twin tree={tree} columns={columns} className="my-4">
            {(side) => <p>{tree.prevailing[side]}</p>}
          </Twin>
        )}
        {tree.signatures.map((signature) => (
          <Twin key={signature.key} tree={tree} columns={columns} className="mt-8 break-inside-avoid">
            {(side) => (
              <>
                <p className="font-semibold">{labelled(signature.label[side], signature.name[side], side)}</p>
                {signed
                  .filter((one) => one.party === signature.key)
                  .map(({ name, signedAt }) => (
                    <p key={name} className="border-base-content/40 border-b pt-3">
                      {labelled(signedWord(tree, side), `${name}, ${momentText(signedAt)}`, side)}
                    </p>
                  ))}
                <Lines lines={linesOf(signature, side, signed)} side={side} />
                {signature.signatories?.map((one) => (
                  <div key={one.id} className="mt-4 border-base-content/30 border-l-2 pl-3">
                    <Lines lines={one.lines} side={side} />
                  </div>
                ))}
              </>
            )}
          </Twin>
        ))}
        {annexesOf(tree).map((node) => (
          <div key={node.id} className="mt-10 break-before-page border-base-300 border-t pt-4 print:border-0">
            <Article tree={tree} columns={columns} node={node} />
          </div>
        ))}
      </article>
    </div>
  )
}

function NumberLine({ tree }: { tree: DocumentTree }) {
  return (
    <p className="-mt-6 mb-8 flex justify-center gap-1.5 text-sm">
      {tree.sides.map((side) => (
        <span key={side} lang={langOf(tree, side)}>
          {tree.numberLabel[side]}
        </span>
      ))}
      <span>{tree.number}</span>
    </p>
  )
}

function Lines({ lines, side }: { lines: SignatureLine[]; side: Side }) {
  return lines.map((line) => (
    <p key={line.id} className="pt-3">
      {labelled(line.label[side], line.value[side] || '____________', side)}
    </p>
  ))
}

const signedWord = (tree: DocumentTree, side: Side) =>
  word('signedElectronically', tree.languages.script)[side]

/** The lines of a party's signature; once the party has signed, empty lines are omitted. */
function linesOf({ key, lines }: DocumentTree['signatures'][number], side: Side, signed: SignedParty[]) {
  return signed.some((one) => one.party === key) ? lines.filter((line) => line.value[side]) : lines
}

interface TwinProps {
  tree: DocumentTree
  columns: string
  className: string
  children: (side: Side) => React.ReactNode
}

function Twin({ tree, columns, className, children }: TwinProps) {
  return (
    <div className={`grid gap-x-8 gap-y-2 ${columns} ${className}`}>
      {tree.sides.map((side) => (
        <div key={side} lang={langOf(tree, side)} className="min-w-0 break-words font-serif">
          {children(side)}
        </div>
      ))}
    </div>
  )
}

function Article({ tree, columns, node }: { tree: DocumentTree; columns: string; node: ArticleNode }) {
  return (
    <section
      className={node.pageBreak && 'mb-10 break-after-page border-base-300 border-b pb-6 print:border-0'}
    >
      <Twin
        tree={tree}
        columns={columns}
        className="mt-6 mb-2 break-inside-avoid break-after-avoid font-semibold"
      >
        {(side) => <h3>{[node.label[side], node.title[side]].filter(Boolean).join('　')}</h3>}
      </Twin>
      {node.clauses
        .filter((clause) => clause.kept)
        .map((clause) => (
          <Clause key={clause.id} tree={tree} columns={columns} node={clause} />
        ))}
    </section>
  )
}

function Clause({ tree, columns, node }: { tree: DocumentTree; columns: string; node: ClauseNode }) {
  return (
    <>
      <Twin tree={tree} columns={columns} className="mb-2 orphans-2 widows-2">
        {(side) => (
          <p className="flex gap-2">
            {node.number && <span className="shrink-0">{node.number}</span>}
            <span className={`min-w-0 whitespace-pre-wrap ${node.emphasis ? 'font-semibold' : ''}`}>
              {node.text[side].map(textRun)}
            </span>
          </p>
        )}
      </Twin>
      {node.table && (
        <PrintedTable table={node.table} sides={tree.sides} langOf={(side) => langOf(tree, side)} />
      )}
      {node.items
        .filter((item) => item.kept)
        .map((item) => (
          <div key={item.id} className="pl-6">
            <Clause tree={tree} columns={columns} node={item} />
          </div>
        ))}
    </>
  )
}

function textRun(run: Run, index: number) {
  if (run.kind === 'text') return run.text
  return (
    <span
      key={index}
      className={
        run.empty
          ? 'text-error print:text-inherit'
          : 'underline decoration-base-content/30 underline-offset-4 print:no-underline'
      }
    >
      {run.text}
    </span>
  )
}
