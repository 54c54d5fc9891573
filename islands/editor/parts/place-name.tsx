import { Fragment } from 'react'
import type { PlaceName } from './place-words.ts'

/** The names of a place, with text from the document marked by its language. */
export function PlaceNames({ names }: { names: PlaceName[] }) {
  return names.map(({ text, lang }, index) => (
    <Fragment key={text}>
      {index > 0 && ' · '}
      <span lang={lang}>{text}</span>
    </Fragment>
  ))
}
