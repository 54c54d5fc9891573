import type { LanguageChoice, Side } from '#assembly/answers.ts'
import type { Sides } from '#assembly/tree.ts'
import { isStrayChinese, sideLang } from '../words.ts'

/** Side by side from the width of a tablet, one below the other on a phone. */
export function columns(sides: Side[]): string {
  return sides.length > 1 ? 'grid grid-cols-1 gap-x-8 gap-y-1 sm:grid-cols-2' : 'grid grid-cols-1'
}

/** Aligns everything with the clauses, which have their buttons at the right edge while they are edited. */
export const gutter = 'sm:group-data-[mode=edit]/paper:pr-16'

interface ValueProps {
  /** The printed text, which ends in the value. */
  text: string
  value: string
  side: Side
  script: LanguageChoice['script']
}

/** A line of a party; its value is highlighted where it is Chinese in the English column. */
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
  /** The place by which the search finds it. */
  id?: string
  /** The element of the first side. The other side is a `p`, so that headings are not doubled. */
  as: 'h2' | 'h3' | 'p'
}

/** A text in both languages, aligned. */
export function Twin({ sides, script, text, className = '', id, as: Tag }: Props) {
  return (
    <div id={id} className={`${columns(sides)} ${className}`}>
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
