import * as v from 'valibot'
import { findOpenMoney } from '#src/auth/open-money.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { PersonIdentity, Username } from '../account-rules.ts'
import { refusedForm } from '../entry/form-answer.ts'
import { requestErasure } from '../erasure.ts'
import { addNote, notesOn } from './account-note.ts'
import {
  findAccountForDesk,
  findAccountForItsPage,
  readSearch,
  requireAccountsDesk,
  searchAccounts,
} from './desk-accounts.ts'
import { correctAccount, handOverTeam } from './desk-correction.ts'
import { resetFactors } from './desk-factors.ts'
import { readDeskLog } from './desk-log.ts'
import { STATE_ACTIONS } from './desk-log-schema.ts'
import { endSessionsAtDesk } from './desk-sessions.ts'
import { changeState } from './desk-state.ts'
import { teamForDesk } from './desk-team.ts'
import { supportRequestsOf } from './requests/desk-requests.ts'
import { DeskAccountPage, type DeskDone } from './views/desk-account-page.tsx'
import { DeskAccountsPage } from './views/desk-accounts-page.tsx'
import { DeskTeamPage } from './views/desk-team-page.tsx'

export const deskAccountRoutes = routes()

const HOME = '/desk/accounts'

deskAccountRoutes.get(HOME, async (c) => {
  const search = readSearch(c.req.query())
  const accounts = await searchAccounts(c.var.db, viewerOf(c), search)
  const needsFactor = viewerOf(c).secondFactor !== 'set'
  return page(c, <DeskAccountsPage {...accounts} filter={search} needsFactor={needsFactor} />, {
    title: translate(c.var.locale)('desk.accounts'),
    shell: 'mgmt',
    current: 'deskAccounts',
  })
})

/** Redirects to the account's page, with a notice of the completed action. */
const redirectAfterAction = (c: Ctx, id: string, done: DeskDone) => goTo(c, `${HOME}/${id}?done=${done}`)

async function accountPage(c: Ctx, id: string, formState: FormState = {}) {
  const { db } = c.var
  const viewer = viewerOf(c)
  const account = await findAccountForItsPage(db, viewer, id)
  const requests = await supportRequestsOf(db, viewer, id)
  const notes = await notesOn(db, viewer, id)
  const actions = (await readDeskLog(db, viewer, { accountId: id })).rows
  // Shown after the form was refused because money is open and its confirmation box is not ticked.
  const openMoney = formState.problems && account.state !== 'erased' ? await findOpenMoney(db, account) : []
  const content = (
    <DeskAccountPage
      values={formState.values}
      problems={formState.problems}
      account={account}
      requests={requests}
      notes={notes}
      openMoney={openMoney}
      actions={actions}
      isOwn={id === viewer.id}
      done={c.req.query('done')}
    />
  )
  return page(c, content, {
    title: account.name,
    shell: 'mgmt',
    current: 'deskAccounts',
    status: formState.problems ? 422 : 200,
  })
}

deskAccountRoutes.get(`${HOME}/:id`, (c) => accountPage(c, c.req.param('id')))

deskAccountRoutes.get(`${HOME}/:id/team`, async (c) => {
  const { db, locale } = c.var
  const after = c.req.query('after') ?? ''
  const account = await findAccountForDesk(db, viewerOf(c), c.req.param('id'))
  const team = await teamForDesk(db, viewerOf(c), account.team_id, after)
  const content = <DeskTeamPage account={account} {...team} hasPrevious={Boolean(after)} />
  return page(c, content, {
    title: translate(locale)('desk.teamTitle'),
    shell: 'mgmt',
    current: 'deskAccounts',
  })
})

const ACTIONS = ['note', 'state', 'correction', 'hand-over', 'erasure', 'factor-reset', 'session-ending']

// Redirects, because the address of a refused form may be reloaded or opened in another language.
for (const action of ACTIONS)
  deskAccountRoutes.get(`${HOME}/:id/${action}`, async (c) => {
    const { id } = await findAccountForDesk(c.var.db, viewerOf(c), c.req.param('id'))
    return goTo(c, `${HOME}/${id}`)
  })

const Reason = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(500, 'common.problem.tooLong'),
)

const StateForm = v.object({
  stateAction: v.pipe(v.optional(v.string(), ''), v.picklist(STATE_ACTIONS, 'common.problem.selected')),
  reason: Reason,
})

deskAccountRoutes.post(`${HOME}/:id/state`, async (c) => {
  const form = await readForm(c, StateForm)
  requireAccountsDesk(viewerOf(c))
  const id = c.req.param('id')
  if (!form.ok) return accountPage(c, id, form)
  const currentState = await changeState(c.var.db, viewerOf(c), id, form.output)
  if (currentState)
    return accountPage(c, id, {
      values: form.values,
      problems: { stateAction: `desk.problem.already.${currentState}` },
    })
  return redirectAfterAction(c, id, form.output.stateAction)
})

const CorrectionForm = v.object({ username: Username, identity: PersonIdentity, cause: Reason })

deskAccountRoutes.post(`${HOME}/:id/correction`, async (c) => {
  const form = await readForm(c, CorrectionForm)
  requireAccountsDesk(viewerOf(c))
  const id = c.req.param('id')
  if (!form.ok) return accountPage(c, id, form)
  const { cause: reason, ...correction } = form.output
  try {
    await correctAccount(c.var.db, viewerOf(c), id, { ...correction, reason })
  } catch (error) {
    return accountPage(c, id, { values: form.values, ...refusedForm(c, error) })
  }
  return redirectAfterAction(c, id, 'correct')
})

deskAccountRoutes.post(`${HOME}/:id/hand-over`, async (c) => {
  const form = await readForm(c, v.object({ handOverReason: Reason }))
  requireAccountsDesk(viewerOf(c))
  const id = c.req.param('id')
  if (!form.ok) return accountPage(c, id, form)
  await handOverTeam(c.var.db, viewerOf(c), id, form.output.handOverReason)
  return redirectAfterAction(c, id, 'hand-over')
})

const FactorResetForm = v.object({
  identified: v.pipe(v.optional(v.string(), ''), v.literal('yes', 'desk.problem.identified')),
  resetReason: Reason,
})

deskAccountRoutes.post(`${HOME}/:id/factor-reset`, async (c) => {
  const form = await readForm(c, FactorResetForm)
  requireAccountsDesk(viewerOf(c))
  const id = c.req.param('id')
  if (!form.ok) return accountPage(c, id, form)
  await resetFactors(c.var.db, viewerOf(c), id, form.output.resetReason)
  return redirectAfterAction(c, id, 'reset-factors')
})

deskAccountRoutes.post(`${HOME}/:id/session-ending`, async (c) => {
  const form = await readForm(c, v.object({ endingReason: Reason }))
  requireAccountsDesk(viewerOf(c))
  const id = c.req.param('id')
  if (!form.ok) return accountPage(c, id, form)
  if (await endSessionsAtDesk(c.var.db, viewerOf(c), id, form.output.endingReason))
    return redirectAfterAction(c, id, 'end-sessions')
  return accountPage(c, id, {
    values: form.values,
    problems: { endingReason: 'desk.problem.notLoggedIn' },
  })
})

const NoteForm = v.object({
  note: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(1000, 'common.problem.tooLong'),
  ),
})

deskAccountRoutes.post(`${HOME}/:id/note`, async (c) => {
  const form = await readForm(c, NoteForm)
  requireAccountsDesk(viewerOf(c))
  const id = c.req.param('id')
  if (!form.ok) return accountPage(c, id, form)
  await addNote(c.var.db, viewerOf(c), id, form.output.note)
  return redirectAfterAction(c, id, 'note')
})

const ErasureForm = v.object({
  confirmation: v.optional(v.string(), ''),
  ground: Reason,
  /** Ticked to confirm the erasure although money is open. */
  moneyOpen: v.optional(v.string(), ''),
})

deskAccountRoutes.post(`${HOME}/:id/erasure`, async (c) => {
  const form = await readForm(c, ErasureForm)
  const viewer = viewerOf(c)
  requireAccountsDesk(viewer)
  const id = c.req.param('id')
  if (!form.ok) return accountPage(c, id, form)
  const { values, output } = form
  const { username } = await findAccountForDesk(c.var.db, viewer, id)
  if (output.confirmation.trim() !== username)
    return accountPage(c, id, { values, problems: { confirmation: 'desk.problem.username' } })
  try {
    const approval = await requestErasure(c.var.db, viewer, id, output)
    if (approval) return goTo(c, approval)
  } catch (error) {
    return accountPage(c, id, { values, ...refusedForm(c, error) })
  }
  return redirectAfterAction(c, id, 'erase')
})
