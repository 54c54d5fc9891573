import { type Operation, operationId } from '#src/http/programs/operation.ts'
import { dynamicKey, type Translator } from '#views/language/messages.ts'

/** What an operation does, in the language of the reader. */
export const summaryOf = (operation: Operation, t: Translator): string =>
  t(dynamicKey(`api.operations.${operationId(operation)}`))
