import { Fragment } from 'react'
import type { LanguageChoice, Side } from '#assembly/answers.ts'
import type { ComparedWords } from '#assembly/compare/words.ts'
import { Deleted, Inserted } from '#views/parts.tsx'

/** The BCP 47 language tag of a side. */
export const langOf = (side: Side, { script }: Pick<LanguageChoice, 'script'>) =>
  side === 'en' ? 'en' : `zh-${script}`

/** A text with its additions and deletions. */
export const Pieces = ({ pieces }: { pieces: ComparedWords[] }) => pieces.map(renderPiece)

function renderPiece({ text, change }: ComparedWords, index: number) {
  if (change === 'added') return <Inserted key={index}>{text}</Inserted>
  if (change === 'dropped') return <Deleted key={index}>{text}</Deleted>
  return <Fragment key={index}>{text}</Fragment>
}
