import { AppError } from '#src/core/errors.ts'

/** The counter of a passkey went back, so there is a copy of it. */
export class CopiedPasskey extends AppError {
  constructor() {
    super('LOGIN_INVALID', {}, 'security.problem.passkey')
  }
}
