import { useEffect, useState } from 'react'
import { focusSoon } from '#views/focus.ts'
import { Icon } from '#views/icons.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { send, tellThrown, toldFault } from './client.ts'
import { look } from './contact-suggestions.tsx'

/** Somebody as typed into a document. */
export interface TypedPerson {
  name: string
  organisation: string
  mobile?: string
  email: string
}

export interface SaveContactProps {
  person: TypedPerson
  /** The id of the box that the email stands in, which has the focus again once the person is saved. */
  field: string
  /** Says the words of the island that it is in. */
  t: (key: MessageKey<'editor' | 'signing.setting'>) => string
}

/** Milliseconds without a key before the address book is asked for an email. */
const PAUSE = 400

/** The server has the last word. */
const ADDRESS = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

interface ContactLookup {
  email: string
  known: boolean
  /** What has just been done or refused, for screen readers too. */
  said?: string
}

/**
 * Offers to keep a person in the address book, or says that they are there; its line has its height from the
 * start.
 */
export function SaveContact({ person, field, t }: SaveContactProps) {
  const [found, setFound] = useState<ContactLookup | null>(null)
  const name = person.name.trim()
  const email = ADDRESS.test(person.email.trim()) ? person.email.trim().toLowerCase() : ''
  useEffect(() => {
    let over = !email
    const timer = setTimeout(async () => {
      const known = over ? null : await isContact(email)
      if (!over && known !== null) setFound({ email, known })
    }, PAUSE)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [email])
  const { known, said } = found?.email === email ? found : {}
  const keep = async () => {
    const { organisation, mobile } = person
    const refusal = await put({ name, organisation, mobile, email })
    setFound({ email, known: refusal === null, said: refusal ?? t('contact.known') })
    if (refusal === null) focusSoon(field)
  }
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-base-content/75 text-xs">
      {known === false && name && (
        <button type="button" className="link-hover flex items-center gap-1 py-1" onClick={keep}>
          <Icon name="contact" className="size-3.5" />
          {t('contact.save')}
          <span className="sr-only">{name}</span>
        </button>
      )}
      {known && !said && t('contact.known')}
      <span role="status" className={known ? '' : 'text-error'}>
        {said}
      </span>
    </p>
  )
}

/** null where it cannot be asked. */
async function isContact(email: string): Promise<boolean | null> {
  const people = await look(email)
  return people?.some((one) => one.email === email) ?? null
}

/** null, or why the person could not be saved; the page reports a fault of the server or the network. */
async function put(person: TypedPerson): Promise<string | null> {
  try {
    const answer = await send(fetch, 'PUT', '/mgmt/contacts/suggestions', { ...person })
    if (answer.ok) return null
    return toldFault(answer) ? '' : ((await answer.json()).errorMsg ?? '')
  } catch (error) {
    tellThrown(error)
    return ''
  }
}
