import type { LanguageChoice, Side } from '#assembly/answers.ts'
import type { Sides } from '#assembly/tree.ts'
import { isStrayChinese, sideLang } from '../words.ts'

/**
 * The class that puts two languages side by side from the width of a tablet, and one below the other on a
 * phone.
 */
export function columnsClass(sides: Side[]): string {
  return sides.length > 1 ? 'grid grid-cols-1 gap-x-8 gap-y-1 sm:grid-cols-2' : 'grid grid-cols-1'
}

/** The class that aligns a text with the clauses, which have buttons at their right edge during editing. */
export const gutterClass = 'sm:group-data-[mode=edit]/paper:pr-16'

interface ValueProps {
  /** The printed text, which ends with the value. */
  text: string
  value: string
  side: Side
  script: LanguageChoice['script']
}

/** A line of a party. Its value is highlighted if it is Chinese in the English column. */
export function Line({ text, value, side, script }: ValueProps) {
  if (!isStrayChinese(side, value) || !text.endsWith(value)) return text
  return (
    <>
      {text.slice(0, -value.length)}
      <span lang={sideLang('zh', script)} className="rounded-sm bg-warning/15 px-0.5">
        {value}
      </span>
    </>
  )
}

interface Props {
  sides: Side[]
  script: LanguageChoice['script']
  text: Sides<string>
  className?: string
  /** The id by which the search finds the text. */
  id?: string
  /** The element of the first side. The other side is a `p`, so that there are not two headings. */
  as: 'h2' | 'h3' | 'p'
}

/** A text in both languages, aligned. */
export function Twin({ sides, script, text, className = '', id, as: Tag }: Props) {
  return (
    <div id={id} className={`${columnsClass(sides)} ${className}`}>
      {sides.map((side, index) =>
        index === 0 ? (
          <Tag key={side} data-side={side} lang={sideLang(side, script)}>
            {text[side]}
          </Tag>
        ) : (
          <p key={side} data-side={side} lang={sideLang(side, script)}>
            {text[side]}
          </p>
        ),
      )}
    </div>
  )
}
