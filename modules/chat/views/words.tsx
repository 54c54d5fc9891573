import { type LinkedRecord, linkCard, piecesOf } from '../linked.ts'

/** The text of a message; a link to a record that the reader may see is shown as a card of that record. */
export function MessageWords({ words, linked }: { words: string; linked: LinkedRecord[] }) {
  const Card = linkCard()
  return piecesOf(words).map(({ at, text, link }) => {
    if (!link) return text
    const target = linked.find(({ id }) => id === link.id)
    if (target && Card) return <Card key={at} linked={target} href={link.href} />
    return (
      <a key={at} className="link" href={link.href}>
        {text}
      </a>
    )
  })
}
