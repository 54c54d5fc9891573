import { useRef, useState } from 'react'

/** Somebody of the team's address book; what is not known of them is empty. */
export interface Suggestion {
  id: string
  name: string
  organisation: string
  mobile: string
  email: string
}

/** Milliseconds without a key before the address book is asked. */
const PAUSE = 200

/** Whom the address book has for what is being typed; nobody where it cannot be asked. */
export function useSuggestions() {
  const [found, setFound] = useState<Suggestion[]>([])
  const asked = useRef<{ keyword: string; timer?: ReturnType<typeof setTimeout> }>({ keyword: '\n' })
  const ask = (keyword: string) => {
    if (asked.current.keyword === keyword) return
    clearTimeout(asked.current.timer)
    const timer = setTimeout(async () => {
      const people = await look(keyword)
      if (asked.current.keyword === keyword) setFound(people ?? [])
    }, PAUSE)
    asked.current = { keyword, timer }
  }
  return { found, ask }
}

/** The few whom the text finds; null where the address book cannot be asked. */
export async function look(keyword: string): Promise<Suggestion[] | null> {
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

/** The one person whom a field's text names exactly, as a choice of the list leaves it. */
export function chosen(found: Suggestion[], part: SuggestionField, text: string): Suggestion | undefined {
  const same = text ? found.filter((one) => one[part] === text) : []
  return same.length === 1 ? same[0] : undefined
}

/** The browser's own list under a field that names it. */
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
