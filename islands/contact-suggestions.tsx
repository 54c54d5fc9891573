import { useEffect, useRef, useState } from 'react'
import { isComposing } from '#views/language/composing.ts'
import { call } from '#views/scripts/requests/call.ts'
import { answerTo } from './client.ts'

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

/** The first few contacts that match; null when the address book cannot be reached. */
export async function searchContacts(keyword: string): Promise<Suggestion[] | null> {
  const query = new URLSearchParams({ keyword })
  const answer = await answerTo<Suggestion[]>(call(`/mgmt/contacts/suggestions?${query}`), true)
  return answer?.model ?? null
}

export interface ContactSuggestionsProps {
  /** The id of the box beside it in which a person or organisation is typed. */
  field: string
  /** The name of the list for screen readers. */
  label: string
  pick: (person: Suggestion) => void
}

/**
 * Contacts that match the text being typed in a box: chosen by arrow keys and Enter, by mouse or by touch.
 * Esc closes the list. The box is found by its id, so that every form can place the list beside its own box.
 */
export function ContactSuggestions({ field, label, pick }: ContactSuggestionsProps) {
  const [found, setFound] = useState<Suggestion[]>([])
  const [at, setAt] = useState(-1)
  const list = `${field}-contacts`
  const choose = (person: Suggestion | undefined) => {
    setFound([])
    if (person) pick(person)
  }
  const shown = useRef({ found, at, choose })
  shown.current = { found, at, choose }

  useEffect(() => {
    const box = document.getElementById(field) as HTMLInputElement
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (people: Suggestion[]) => {
      clearTimeout(timer)
      setAt(-1)
      setFound(people)
    }
    const ask = (pause: number) => {
      clearTimeout(timer)
      const keyword = box.value.trim()
      if (!keyword) return show([])
      timer = setTimeout(async () => {
        const people = (await searchContacts(keyword)) ?? []
        if (box.value.trim() === keyword && document.activeElement === box) show(people)
      }, pause)
    }
    const onInput = () => ask(PAUSE)
    const onKey = (event: KeyboardEvent) => {
      const { found: people, at: now, choose: take } = shown.current
      if (isComposing(event)) return
      if (!people.length) return event.key === 'ArrowDown' && event.altKey ? ask(0) : undefined
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step) setAt((now + step + people.length + (now < 0 && step < 0 ? 1 : 0)) % people.length)
      else if (event.key === 'Enter' && now >= 0) take(people[now])
      else if (event.key === 'Escape') show([])
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    const onBlur = () => show([])
    box.addEventListener('input', onInput)
    box.addEventListener('keydown', onKey)
    box.addEventListener('blur', onBlur)
    return () => {
      clearTimeout(timer)
      box.removeEventListener('input', onInput)
      box.removeEventListener('keydown', onKey)
      box.removeEventListener('blur', onBlur)
    }
  }, [field])

  const open = found.length > 0
  useEffect(() => {
    const box = document.getElementById(field)
    for (const [name, value] of Object.entries({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(open),
      'aria-controls': open ? list : '',
      'aria-activedescendant': open && at >= 0 ? `${list}-${at}` : '',
    }))
      if (value) box?.setAttribute(name, value)
      else box?.removeAttribute(name)
  }, [field, list, open, at])

  if (!open) return null
  return (
    <div
      id={list}
      role="listbox"
      aria-label={label}
      className="absolute inset-x-0 top-full z-40 mt-0.5 max-h-60 min-w-56 overflow-y-auto rounded-box border border-base-300 bg-base-100 p-1 text-sm shadow-md"
    >
      {found.map(({ id, name, organisation, email, mobile }, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box, which has the keys
        // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the box, which has the keys
        <div
          key={id}
          id={`${list}-${index}`}
          role="option"
          aria-selected={index === at}
          className="cursor-pointer rounded-field px-2 py-1.5 hover:bg-base-200 aria-selected:bg-base-200"
          // Keeps the focus in the box.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(found[index])}
        >
          <span className="block truncate">{[name, organisation].filter(Boolean).join(' · ')}</span>
          <span className="block truncate text-base-content/70 text-xs">{email || mobile}</span>
        </div>
      ))}
    </div>
  )
}
