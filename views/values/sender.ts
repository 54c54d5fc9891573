import type { Translator } from '../language/messages.ts'
import { useTranslations } from '../language.tsx'

interface Sending {
  starter_name: string
  starter_team: string
}

/**
 * The words for the sender of a document: `starter` is their name, `sender` also says for whom they
 * work. The team of an individual bears their own name, so they are named by that alone.
 */
export const senderWords = (t: Translator, { starter_name: starter, starter_team: team }: Sending) => ({
  starter,
  sender: starter === team ? starter : t('common.sender', { starter, team }),
})

export const useSenderWords = (sending: Sending) => senderWords(useTranslations(), sending)
