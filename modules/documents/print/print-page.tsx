import type { Side } from '#assembly/answers.ts'
import type { DocumentTree } from '#assembly/tree.ts'
import type { Watermark } from '#modules/printing/index.ts'
import { Paper, type SignedParty } from '#modules/printing/index.ts'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import type { Document } from '../document.ts'
import { StatusWord } from '../views/status-word.tsx'

interface Props {
  document: Document
  /** A tree with the printed sides. */
  tree: DocumentTree
  /** All sides of the document. */
  sides: Side[]
  /** The chosen side. */
  printedSide?: Side
  mark?: Watermark
  signedParties?: SignedParty[]
}

/** Only the paper is printed; the controls above it are for the screen. */
export function PrintPage({ document, tree, sides, printedSide, mark, signedParties }: Props) {
  const t = useTranslations('documents')
  const { id, name, number, status } = document
  return (
    <>
      <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 border-base-300 border-b bg-base-100 px-4 py-2">
        <a href={`/mgmt/${id}/view-doc`} className="btn btn-ghost btn-sm px-2">
          <Icon name="chevron" className="size-4 rotate-180" />
          {t('print.back')}
        </a>
        <h1 className="wrap-anywhere min-w-0 font-serif text-lg">{name}</h1>
        <span className="text-base-content/75 text-sm tabular-nums">{number}</span>
        <StatusWord status={status} />
        <div className="ml-auto flex flex-wrap items-center gap-3">
          {sides.length > 1 && (
            <Languages path={`/mgmt/${id}/print-doc`} sides={sides} printedSide={printedSide} />
          )}
          <p className="text-base-content/75 text-sm">{t('print.hint')}</p>
          <button type="button" className="btn btn-primary btn-sm" data-print hidden>
            {t('print.print')}
          </button>
        </div>
      </div>
      <main
        id="main"
        className={`printed-document px-2 py-6 sm:px-4 print:p-0 ${mark ? `print-mark ${mark.size === 'large' ? 'print-mark-large' : ''}` : ''}`}
        data-mark={mark && tree.sides.map((side) => mark[side]).join('  ')}
      >
        <Paper tree={tree} signed={signedParties} numbered />
      </main>
    </>
  )
}

function Languages({ path, sides, printedSide }: { path: string; sides: Side[]; printedSide?: Side }) {
  const t = useTranslations('documents.print')
  const sideChoices = [undefined, ...sides] as const
  return (
    <nav aria-label={t('languages')} className="join">
      {sideChoices.map((side) => (
        <a
          key={side ?? 'both'}
          href={side ? `${path}?language=${side}` : path}
          aria-current={side === printedSide ? 'page' : undefined}
          className={`btn join-item btn-sm ${side === printedSide ? 'btn-neutral' : ''}`}
        >
          {t(`language.${side ?? 'both'}`)}
        </a>
      ))}
    </nav>
  )
}
