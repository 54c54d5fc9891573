import { AppError } from '#src/core/errors.ts'

/** The error when the counter of a passkey has decreased, which means that there is a copy of it. */
export class CopiedPasskey extends AppError {
  constructor() {
    super('LOGIN_INVALID', {}, 'security.problem.passkey')
  }
}
