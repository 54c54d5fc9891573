import type { Finding, SignatureFacts } from './finding.ts'

/** The marks on one page. */
export interface ShownPage {
  page: number
  /** Numbers (from 1) of signatures in the list, with their places on the page in points. */
  signatures: { number: number; rect: number[]; state: SignatureFacts['state'] }[]
  /** Additions to the page after a signature. */
  later: SignatureFacts['later']
}

/** Limited, because every page shown makes the finding slower to load. */
const MAX_PAGES = 6

/** The pages with visible marks, in order; if there are too many, pages with changes take precedence. */
export function pagesToShow({ outcome, signatures }: Finding): ShownPage[] {
  const mayHaveChanges = outcome !== 'sealed' && outcome !== 'unsealed' && outcome !== 'kept'
  const pages = new Map<number, ShownPage>()
  const pageAt = (page: number) => {
    const shownPage = pages.get(page) ?? { page, signatures: [], later: [] }
    pages.set(page, shownPage)
    return shownPage
  }
  for (const [index, { place, state, later }] of signatures.entries()) {
    if (place) pageAt(place.page).signatures.push({ number: index + 1, rect: place.rect, state })
    if (mayHaveChanges)
      for (const one of later)
        if (one.page !== null && one.what !== 'signature') addOnce(pageAt(one.page).later, one)
  }
  return [...pages.values()]
    .sort((a, b) => b.later.length - a.later.length)
    .slice(0, MAX_PAGES)
    .sort((a, b) => a.page - b.page)
}

function addOnce(later: SignatureFacts['later'], one: SignatureFacts['later'][number]) {
  if (!later.some(({ what, field }) => what === one.what && field === one.field)) later.push(one)
}
