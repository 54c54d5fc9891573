import { useEffect, useRef, useState } from 'react'
import { send } from '#islands/client.ts'
import type { ChatWords } from '#modules/chat/views/message-field.tsx'

/** Milliseconds between two typing notifications; each is valid for as long. */
const NOTIFY_INTERVAL_MS = 3000
const VALID_MS = 4500

/** Notifies the other participant while this one is typing, and returns whether the other is typing. */
export function useTyping({ typing, conversation }: Pick<ChatWords, 'typing' | 'conversation'>) {
  const [isOtherTyping, setOthersType] = useState(false)
  const notifiedAt = useRef(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const onTyping = (event: Event) => {
      if ((event as CustomEvent<string>).detail !== conversation) return
      setOthersType(true)
      clearTimeout(timer)
      timer = setTimeout(() => setOthersType(false), VALID_MS)
    }
    const end = () => setOthersType(false)
    document.addEventListener('live-typing', onTyping)
    document.addEventListener('live-chat', end)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('live-typing', onTyping)
      document.removeEventListener('live-chat', end)
    }
  }, [conversation])
  const notifyTyping = () => {
    if (Date.now() - notifiedAt.current < NOTIFY_INTERVAL_MS) return
    notifiedAt.current = Date.now()
    // A lost notification does no harm.
    send(fetch, 'POST', typing, {}, 'form').catch(() => {})
  }
  /** Lets the next key press send a notification immediately, because the typed text was sent. */
  const endTyping = () => {
    notifiedAt.current = 0
  }
  return { isOtherTyping: isOtherTyping, notifyTyping, endTyping }
}
