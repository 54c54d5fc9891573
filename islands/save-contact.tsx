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
  /** The id of the email box, which gets the focus again once the person is saved. */
  field: string
  /** Translates in the namespace of the surrounding island. */
  t: (key: MessageKey<'editor' | 'signing.setting'>) => string
}

/** Milliseconds without a key press before an email is looked up in the address book. */
const PAUSE = 400

/** A rough check; the server validates again. */
const ADDRESS = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

interface ContactLookup {
  email: string
  known: boolean
  /** The result of the save, also for screen readers. */
  message?: string
}

/**
 * Offers to save a person as a contact, or reports that they are one. The line has a fixed height, so nothing
 * moves.
 */
export function SaveContact({ person, field, t }: SaveContactProps) {
  const [found, setFound] = useState<ContactLookup | null>(null)
  const name = person.name.trim()
  const email = ADDRESS.test(person.email.trim()) ? person.email.trim().toLowerCase() : ''
  useEffect(() => {
    if (!email) return
    let cancelled = false
    const timer = setTimeout(async () => {
      const known = await isContact(email)
      if (!cancelled && known !== null) setFound({ email, known })
    }, PAUSE)
    return () => {
      cancelled = true
      clearTimeout(timer)
    }
  }, [email])
  const { known, message } = found?.email === email ? found : {}
  const save = async () => {
    const { organisation, mobile } = person
    const refusal = await saveContact({ name, organisation, mobile, email })
    setFound({ email, known: refusal === null, message: refusal ?? t('contact.known') })
    if (refusal === null) focusSoon(field)
  }
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-base-content/75 text-xs">
      {known === false && name && (
        <button type="button" className="link-hover flex items-center gap-1 py-1" onClick={save}>
          <Icon name="contact" className="size-3.5" />
          {t('contact.save')}
          <span className="sr-only">{name}</span>
        </button>
      )}
      {known && !message && t('contact.known')}
      <span role="status" className={known ? '' : 'text-error'}>
        {message}
      </span>
    </p>
  )
}

/** Null when the address book cannot be reached. */
async function isContact(email: string): Promise<boolean | null> {
  const people = await searchContacts(email)
  return people?.some((one) => one.email === email) ?? null
}

/**
 * Null, or why the person could not be saved. The page reports an error of the server or the network, and the
 * reason is then empty.
 */
async function saveContact(person: TypedPerson): Promise<string | null> {
  const answer = await answerTo(send(fetch, 'PUT', '/mgmt/contacts/suggestions', { ...person }))
  return answer?.success ? null : (answer?.errorMsg ?? '')
}
