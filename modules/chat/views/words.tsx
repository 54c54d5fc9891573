import { type Linked, linkCard, piecesOf } from '../linked.ts'

/**
 * What somebody wrote; a link into a record of ours is shown as what it leads to where the reader may see
 * that.
 */
export function Words({ words, linked }: { words: string; linked: Linked[] }) {
  const Card = linkCard()
  return piecesOf(words).map(({ at, text, link }) => {
    if (!link) return text
    const found = linked.find(({ id }) => id === link.id)
    if (found && Card) return <Card key={at} linked={found} href={link.href} />
    return (
      <a key={at} className="link" href={link.href}>
        {text}
      </a>
    )
  })
}
