import type { Translator } from '../language/messages.ts'
import { useTranslations } from '../language.tsx'

interface Sending {
  starter_name: string
  starter_team: string
}

/**
 * The words for the sender of a document: `starter` is the person's name; `sender` also names the team for
 * which they work. The team of an individual has the person's own name, so only that name is shown.
 */
export const senderWords = (t: Translator, { starter_name: starter, starter_team: team }: Sending) => ({
  starter,
  sender: starter === team ? starter : t('common.sender', { starter, team }),
})

export const useSenderWords = (sending: Sending) => senderWords(useTranslations(), sending)
