import { useEffect, useState } from 'react'
import { focusSoon } from '#views/focus.ts'
import { Icon } from '#views/icons.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { answerTo, send } from './client.ts'
import { searchContacts } from './contact-suggestions.tsx'

/** A person as typed into a document. */
export interface TypedPerson {
  name: string
  organisation: string
  mobile?: string
  email: string
}

export interface SaveContactProps {
  person: TypedPerson
  /** The id of the email box, which gets the focus again after the person is saved. */
  field: string
  /** Translates in the namespace of the surrounding island. */
  t: (key: MessageKey<'editor' | 'signing.setting'>) => string
}

/** Milliseconds without a key press before an email is looked up in the address book. */
const LOOKUP_DELAY_MS = 400

/** A rough check; the server validates again. */
const EMAIL_PATTERN = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

interface ContactLookup {
  email: string
  isKnown: boolean
  /** The result of saving, also for screen readers. */
  message?: string
}

/**
 * Offers to save a person as a contact, or reports that the person is one. The line has a fixed height, so
 * that nothing moves.
 */
export function SaveContact({ person, field, t }: SaveContactProps) {
  const [lookup, setLookup] = useState<ContactLookup | null>(null)
  const name = person.name.trim()
  const email = EMAIL_PATTERN.test(person.email.trim()) ? person.email.trim().toLowerCase() : ''
  useEffect(() => {
    if (!email) return
    let isCancelled = false
    const timer = setTimeout(async () => {
      const isKnown = await isContact(email)
      if (!isCancelled && isKnown !== null) setLookup({ email, isKnown })
    }, LOOKUP_DELAY_MS)
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [email])
  const { isKnown, message } = lookup?.email === email ? lookup : {}
  const save = async () => {
    const { organisation, mobile } = person
    const refusal = await saveContact({ name, organisation, mobile, email })
    setLookup({ email, isKnown: refusal === null, message: refusal ?? t('contact.known') })
    if (refusal === null) focusSoon(field)
  }
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-base-content/75 text-xs">
      {isKnown === false && name && (
        <button type="button" className="link-hover flex items-center gap-1 py-1" onClick={save}>
          <Icon name="contact" className="size-3.5" />
          {t('contact.save')}
          <span className="sr-only">{name}</span>
        </button>
      )}
      {isKnown && !message && t('contact.known')}
      <span role="status" className={isKnown ? '' : 'text-error'}>
        {message}
      </span>
    </p>
  )
}

/** Whether the email belongs to a contact; null if the address book cannot be reached. */
async function isContact(email: string): Promise<boolean | null> {
  const people = await searchContacts(email)
  return people?.some((one) => one.email === email) ?? null
}

/**
 * Null if the person was saved; otherwise the reason why not. It is empty after an error of the server or
 * the network, which the page reports.
 */
async function saveContact(person: TypedPerson): Promise<string | null> {
  const answer = await answerTo(send(fetch, 'PUT', '/mgmt/contacts/suggestions', { ...person }))
  return answer?.success ? null : (answer?.errorMsg ?? '')
}
