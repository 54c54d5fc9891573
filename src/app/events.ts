import { eraseConversation } from '#modules/chat/index.ts'
import { eraseContacts } from '#modules/contacts/index.ts'
import { eraseDocuments } from '#modules/documents/index.ts'
import { eraseFeedback } from '#modules/messaging/index.ts'
import { beginFreeDemo } from '#modules/orders/index.ts'
import { eraseSignings, tellEnding } from '#modules/signing/index.ts'
import { listen } from '#src/jobs/announce.ts'

/** Who hears what: each line an announcement and the listener that answers it. */
listen('signing-ended', tellEnding)
listen('team-registered', beginFreeDemo)
listen('account-erased', eraseDocuments)
listen('account-erased', eraseFeedback)
listen('account-erased', eraseContacts)
listen('account-erased', eraseConversation)
listen('documents-erased', eraseSignings)
