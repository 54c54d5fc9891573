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
const SEARCH_DELAY_MS = 200

/** The first matching contacts; null if the address book cannot be reached. */
export async function searchContacts(keyword: string): Promise<Suggestion[] | null> {
  const query = new URLSearchParams({ keyword })
  const answer = await answerTo<Suggestion[]>(call(`/mgmt/contacts/suggestions?${query}`), true)
  return answer?.model ?? null
}

/** The index after one step, round the ends; without a selection (−1), the first or the last one. */
function nextIndex(index: number, step: number, count: number): number {
  if (index < 0) return step > 0 ? 0 : count - 1
  return (index + step + count) % count
}

export interface ContactSuggestionsProps {
  /** The id of the box in which a person or organisation is typed. */
  boxId: string
  /** The name of the list for screen readers. */
  label: string
  pick: (person: Suggestion) => void
}

/**
 * Contacts that match the text in a box; they are chosen by arrow keys and Enter, by mouse or by touch. Esc
 * closes the list, and Alt with the arrow down opens it. The box is found by its id, so that a form can
 * place the list anywhere.
 */
export function ContactSuggestions({ boxId, label, pick }: ContactSuggestionsProps) {
  const [suggestions, setSuggestions] = useState<Suggestion[]>([])
  const [activeIndex, setActiveIndex] = useState(-1)
  const listId = `${boxId}-contacts`
  const choose = (person: Suggestion | undefined) => {
    setSuggestions([])
    if (person) pick(person)
  }
  const latest = useRef({ suggestions, activeIndex, choose })
  latest.current = { suggestions, activeIndex, choose }

  useEffect(() => {
    const box = document.getElementById(boxId) as HTMLInputElement
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (people: Suggestion[]) => {
      clearTimeout(timer)
      setActiveIndex(-1)
      setSuggestions(people)
    }
    const search = (pause: number) => {
      clearTimeout(timer)
      const keyword = box.value.trim()
      if (!keyword) return show([])
      timer = setTimeout(async () => {
        const people = (await searchContacts(keyword)) ?? []
        if (box.value.trim() === keyword && document.activeElement === box) show(people)
      }, pause)
    }
    const onInput = () => search(SEARCH_DELAY_MS)
    const onKey = (event: KeyboardEvent) => {
      const { suggestions: shown, activeIndex: index, choose: chooseLatest } = latest.current
      if (isComposing(event)) return
      if (!shown.length) {
        if (event.key === 'ArrowDown' && event.altKey) search(0)
        return
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step) setActiveIndex(nextIndex(index, step, shown.length))
      else if (event.key === 'Enter' && index >= 0) chooseLatest(shown[index])
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
  }, [boxId])

  const isOpen = suggestions.length > 0
  useEffect(() => {
    const box = document.getElementById(boxId)
    for (const [name, value] of Object.entries({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(isOpen),
      'aria-controls': isOpen ? listId : '',
      'aria-activedescendant': isOpen && activeIndex >= 0 ? `${listId}-${activeIndex}` : '',
    }))
      if (value) box?.setAttribute(name, value)
      else box?.removeAttribute(name)
  }, [boxId, listId, isOpen, activeIndex])

  if (!isOpen) return null
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={label}
      className="absolute inset-x-0 top-full z-40 mt-0.5 max-h-60 min-w-56 overflow-y-auto rounded-box border border-base-300 bg-base-100 p-1 text-sm shadow-md"
    >
      {suggestions.map(({ id, name, organisation, email, mobile }, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box, which handles the keys
        // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the box, which handles the keys
        <div
          key={id}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === activeIndex}
          className="cursor-pointer rounded-field px-2 py-1.5 hover:bg-base-200 aria-selected:bg-base-200"
          // Keeps the focus in the box.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(suggestions[index])}
        >
          <span className="block truncate">{[name, organisation].filter(Boolean).join(' · ')}</span>
          <span className="block truncate text-base-content/70 text-xs">{email || mobile}</span>
        </div>
      ))}
    </div>
  )
}
