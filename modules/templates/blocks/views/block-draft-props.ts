import type { FormState } from '#src/http/body.ts'
import type { MessageKey } from '#views/language/messages.ts'
import type { Block } from '../../library/blocks-in-force.ts'
import type { BlockUser } from '../block.ts'
import type { BlockDraft, Finding } from '../block-draft.ts'

export interface BlockDraftProps {
  draft: BlockDraft
  /** The block in force. */
  block: Block
  users: BlockUser[]
  findings: Finding[]
  /** A rejected form with its values; `problem` is the reason as a locale key. */
  formState: FormState
  problem?: MessageKey
}
