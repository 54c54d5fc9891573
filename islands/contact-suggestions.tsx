import { useRef, useState } from 'react'

/** A contact of the team's address book; unknown fields are empty. */
export interface Suggestion {
  id: string
  name: string
  organisation: string
  mobile: string
  email: string
}

/** Milliseconds without a key press before the address book is searched. */
const PAUSE = 200

/** Contacts that match the typed text; none when the address book cannot be reached. */
export function useSuggestions() {
  const [found, setFound] = useState<Suggestion[]>([])
  const request = useRef<{ keyword: string; timer?: ReturnType<typeof setTimeout> }>({ keyword: '\n' })
  const ask = (keyword: string) => {
    if (request.current.keyword === keyword) return
    clearTimeout(request.current.timer)
    const timer = setTimeout(async () => {
      const people = await searchContacts(keyword)
      if (request.current.keyword === keyword) setFound(people ?? [])
    }, PAUSE)
    request.current = { keyword, timer }
  }
  return { found, ask }
}

/** The first few contacts that match; null when the address book cannot be reached. */
export async function searchContacts(keyword: string): Promise<Suggestion[] | null> {
  try {
    const answer = await fetch(`/mgmt/contacts/suggestions?${new URLSearchParams({ keyword })}`, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
    })
    return answer.ok ? (await answer.json()).model : null
  } catch {
    return null
  }
}

type SuggestionField = 'name' | 'organisation' | 'email'

/** The only contact whose `part` equals the text, as after a choice from the list. */
export function exactMatch(found: Suggestion[], part: SuggestionField, text: string): Suggestion | undefined {
  const same = text ? found.filter((one) => one[part] === text) : []
  return same.length === 1 ? same[0] : undefined
}

/** The datalist for the field that refers to its id. */
export function SuggestionList({
  id,
  part,
  found,
}: {
  id: string
  part: SuggestionField
  found: Suggestion[]
}) {
  return (
    <datalist id={id}>
      {found
        .filter((one) => one[part])
        .map(({ id: key, ...one }) => (
          <option key={key} value={one[part]}>
            {[one.name, one.organisation, one.email].filter((text) => text && text !== one[part]).join(' · ')}
          </option>
        ))}
    </datalist>
  )
}
