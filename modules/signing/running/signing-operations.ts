import * as v from 'valibot'
import { findSignable } from '#modules/imports/index.ts'
import { LOCALES } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { addOperation } from '#src/http/programs/operation.ts'
import { Moment } from '#src/http/programs/shapes.ts'
import { SIGNATORY_STATES, SIGNING_STATES } from '../schema.ts'
import { findSetting, SettingSchema, storeSetting } from '../setting.ts'
import { startSigning } from '../signing.ts'
import { findSigning } from './progress.ts'

const Signing = v.object({
  state: v.picklist(SIGNING_STATES),
  startedAt: Moment,
  expiresAt: Moment,
  endedAt: v.nullable(Moment),
  signatories: v.array(
    v.object({
      id: v.string(),
      party: v.string(),
      role: v.picklist(['signer', 'approver', 'copy']),
      name: v.string(),
      title: v.string(),
      email: v.nullable(v.string()),
      phone: v.nullable(v.string()),
      locale: v.picklist(LOCALES),
      state: v.picklist(SIGNATORY_STATES),
      signedAt: v.nullable(Moment),
      /** Why the signatory declined. */
      reason: v.nullable(v.string()),
    }),
  ),
})

const moment = (time: Date | null) => (time ? time.toISOString() : null)

async function signingForProgram(db: Db, viewer: Viewer, id: string) {
  const { signing, signatories } = await findSigning(db, viewer, id)
  return {
    state: signing.state,
    startedAt: signing.created_at.toISOString(),
    expiresAt: signing.expires_at.toISOString(),
    endedAt: moment(signing.ended_at),
    signatories: signatories.map((one) => ({
      id: one.id,
      party: one.party,
      role: one.role,
      name: one.name,
      title: one.title,
      email: one.email,
      phone: one.phone,
      locale: one.locale,
      state: one.state,
      signedAt: moment(one.signed_at),
      reason: one.reason,
    })),
  }
}

async function settingForProgram(db: Db, viewer: Viewer, id: string) {
  const { signatories, options } = await findSetting(db, await findSignable(db, viewer, id))
  return { signatories, options }
}

addOperation({
  method: 'get',
  path: '/documents/:id/signatories',
  scope: 'documents:read',
  answer: SettingSchema,
  handle: ({ db, viewer, id }) => settingForProgram(db, viewer, id),
})

addOperation({
  method: 'put',
  path: '/documents/:id/signatories',
  scope: 'signing:start',
  body: SettingSchema,
  answer: SettingSchema,
  handle: async ({ db, viewer, id, body }) => {
    await storeSetting(db, viewer, id, body.signatories, body.options)
    return settingForProgram(db, viewer, id)
  },
})

addOperation({
  method: 'post',
  path: '/documents/:id/signing',
  scope: 'signing:start',
  answer: Signing,
  status: 201,
  idempotent: true,
  handle: async ({ db, viewer, id, locale }) => {
    await startSigning(db, viewer, id, locale)
    return signingForProgram(db, viewer, id)
  },
})

addOperation({
  method: 'get',
  path: '/documents/:id/signing',
  scope: 'documents:read',
  answer: Signing,
  handle: ({ db, viewer, id }) => signingForProgram(db, viewer, id),
})
