import { RECORD_KINDS } from '#src/auth/account-records.ts'
import type { OpenMoney } from '#src/auth/open-money.ts'
import { isOverdue } from '#src/calendar/queue.ts'
import type { Problems } from '#src/http/body.ts'
import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel, StateWord } from '#views/parts.tsx'
import { useMay, usePermissions } from '#views/permissions.ts'
import { Due } from '#views/values/due.tsx'
import { Day, Moment } from '#views/values/moment.tsx'
import type { AccountState } from '../../schema.ts'
import type { AccountNote } from '../account-note.ts'
import type { AccountOnPage, ListedAccount } from '../desk-accounts.ts'
import type { LoggedAction } from '../desk-log.ts'
import { STATE_ACTIONS } from '../desk-log-schema.ts'
import { isAfter } from '../desk-state.ts'
import type { supportRequestsOf } from '../requests/desk-requests.ts'
import { AccountStateWord } from './account-state-word.tsx'
import { ActionList } from './action-list.tsx'
import {
  CorrectionForm,
  EndSessionsForm,
  ErasureForm,
  FactorResetForm,
  HandOverForm,
  NoteForm,
  StateForm,
} from './desk-forms.tsx'

type Requests = Awaited<ReturnType<typeof supportRequestsOf>>

const DONE = [
  ...STATE_ACTIONS,
  'correct',
  'hand-over',
  'erase',
  'reset-factors',
  'end-sessions',
  'note',
] as const
export type DeskDone = (typeof DONE)[number]

interface Props {
  account: AccountOnPage
  requests: Requests
  notes: AccountNote[]
  openMoney: OpenMoney[]
  actions: LoggedAction[]
  /** Whether it is the viewer's own account, which staff cannot block. */
  isOwn: boolean
  /** The completed action, from the address. */
  done?: string
  values?: Record<string, string>
  problems?: Problems
}

const ERASURE_FIELDS = ['confirmation', 'ground', 'moneyOpen']

export function DeskAccountPage(props: Props) {
  const { account, requests, notes, openMoney, actions, isOwn, done, ...form } = props
  const t = useTranslations('desk')
  const formState = { ...form, newest: actions[0]?.id }
  const permissions = usePermissions()
  const hasDeletionRequest = requests.some(({ kind, closed_at }) => kind === 'deletion' && !closed_at)
  const mayChange = permissions.includes(account.role === 'agent' ? 'desk.staff' : 'desk.moderation')
  return (
    <>
      <PageHead title={account.name} lead={account.username}>
        <a className="btn btn-ghost" href="/desk/accounts">
          {t('back')}
        </a>
      </PageHead>
      <DoneNotice done={done} state={account.state} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('account')}>
          <Facts facts={[...factsOf(t, account), ...recordsOf(t, account)]} />
          {account.role !== 'agent' && account.state !== 'erased' && (
            <p className="mt-2">
              <a className="link text-sm" href={`/desk/accounts/${account.id}/support-access`}>
                {t('seePages')}
              </a>
            </p>
          )}
          {account.state !== 'erased' && <AccountLinks account={account} />}
        </Panel>
        {mayChange && (
          <Panel title={t('stateTitle')}>
            {isOwn ? <p>{t('ownAccount')}</p> : <StateForm account={account} {...formState} />}
          </Panel>
        )}
        {mayChange && account.state !== 'erased' && (
          <Panel title={t('correctionTitle')}>
            <CorrectionForm account={account} {...formState} />
          </Panel>
        )}
        {mayChange && account.role === 'member' && account.state === 'active' && (
          <Panel title={t('handOverTitle')}>
            <HandOverForm account={account} {...formState} />
          </Panel>
        )}
        {mayChange && account.hasFactor && !isOwn && (
          <Panel title={t('factorReset.title')}>
            <FactorResetForm account={account} {...formState} />
          </Panel>
        )}
        {mayChange && account.state !== 'erased' && !isOwn && (
          <Panel title={t('endSessions.title')}>
            <EndSessionsForm account={account} {...formState} />
          </Panel>
        )}
        <Panel title={t('notes.title')}>
          <NoteForm account={account} {...formState} />
          <NoteList rows={notes} />
        </Panel>
        <Panel title={t('requests')}>
          <RequestList rows={requests} />
          {mayChange && (
            <p className="mt-2">
              <a
                className="link text-sm"
                href={`/desk/requests/new?${new URLSearchParams({ account: account.username })}`}
              >
                {t('requestPage.record')}
              </a>
            </p>
          )}
        </Panel>
        {mayChange && account.role !== 'agent' && account.state !== 'erased' && !isOwn && (
          <Panel title={t('erasureTitle')}>
            <details open={hasDeletionRequest || ERASURE_FIELDS.some((field) => form.problems?.[field])}>
              <summary className="cursor-pointer py-1 text-sm">
                {t(hasDeletionRequest ? 'erasureAsked' : 'erasureNotAsked')}
              </summary>
              <ErasureForm account={account} openMoney={openMoney} {...formState} />
            </details>
          </Panel>
        )}
        <Panel title={t('actions')}>
          {actions.length ? (
            <ActionList rows={actions} />
          ) : (
            <p className="text-base-content/75">{t('noActions')}</p>
          )}
        </Panel>
      </div>
    </>
  )
}

/** Links to pages that staff need during a phone call. */
function AccountLinks({ account: { id, role, username, team_id: teamId } }: { account: ListedAccount }) {
  const t = useTranslations('desk')
  const tEvents = useTranslations('security.events')
  const mayOpenPlan = useMay('desk.finance')
  const ordersPath = (parameters: object = {}) =>
    `/desk/orders?${new URLSearchParams({ team: teamId, ...parameters })}`
  const maySeeEvents = useMay('desk.moderation')
  const links = [
    ['team', t('teamTitle')],
    ['usage', t('usageTitle')],
    ...(role === 'admin' && mayOpenPlan ? [['plan', t('openPlan')]] : []),
  ]
  return (
    <p className="mt-3 flex flex-wrap gap-2">
      {links.map(([page, words]) => (
        <a key={page} className="btn btn-outline btn-sm" href={`/desk/accounts/${id}/${page}`}>
          {words}
        </a>
      ))}
      {mayOpenPlan && (
        <>
          <a className="btn btn-outline btn-sm" href={ordersPath()}>
            {t('sales.orders')}
          </a>
          <a className="btn btn-outline btn-sm" href={ordersPath({ state: 'pending' })}>
            {t('sales.pendingOrders')}
          </a>
        </>
      )}
      {maySeeEvents && (
        <a
          className="btn btn-outline btn-sm"
          href={`/desk/security-events?${new URLSearchParams({ keyword: username })}`}
        >
          {tEvents('title')}
        </a>
      )}
    </p>
  )
}

type DeskTranslator = ReturnType<typeof useTranslations<'desk'>>

function factsOf(t: DeskTranslator, account: AccountOnPage) {
  const { package: plan, package_ends_at: endsAt } = account
  return [
    { label: t('state'), value: <AccountStateWord state={account.state} /> },
    { label: t('role.label'), value: t(`role.${account.role}`) },
    {
      label: t('email'),
      value: account.emailRefused ? (
        <>
          {account.email} <StateWord tone="error">{t('emailRefused')}</StateWord>
        </>
      ) : (
        account.email
      ),
    },
    { label: t('mobile'), value: account.mobile },
    { label: t('team'), value: account.teamName },
    { label: t('plan'), value: t(`package.${plan}`) },
    { label: t('planEnds'), value: endsAt && <Day at={endsAt} /> },
    { label: t('seats'), value: account.seats },
    { label: t('since'), value: <Day at={account.created_at} /> },
    { label: t('sessions'), value: account.sessions },
    { label: t('factorReset.label'), value: t(account.hasFactor ? 'factorReset.has' : 'factorReset.none') },
  ]
}

/** Each kind of record of which the viewer may see some, with the number of records and a link. */
const recordsOf = (t: DeskTranslator, { records }: AccountOnPage) =>
  RECORD_KINDS.flatMap((kind) => {
    const kindRecords = records[kind]
    if (!kindRecords) return []
    const { count, open, path } = kindRecords
    const value =
      count > 0 ? (
        <>
          <a className="link tabular-nums" href={path!}>
            {count}
          </a>
          {open > 0 && <span className="text-base-content/75"> · {t(`recordsOpen.${kind}`, { open })}</span>}
        </>
      ) : (
        count
      )
    return [{ label: t(`records.${kind}`), value }]
  })

function NoteList({ rows }: { rows: AccountNote[] }) {
  return (
    <ul className="mt-2 divide-y divide-base-300">
      {rows.map(({ id, words, staffName, at }) => (
        <li key={id} className="py-2">
          <p className="wrap-anywhere whitespace-pre-line text-sm">{words}</p>
          <p className="text-base-content/75 text-xs">
            {staffName} · <Moment at={at} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function RequestList({ rows }: { rows: Requests }) {
  const t = useTranslations('desk')
  if (!rows.length) return <p className="text-base-content/75">{t('noRequests')}</p>
  return (
    <ul className="divide-y divide-base-300">
      {rows.map((row) => (
        <li key={row.id} className="py-2">
          <p className="flex flex-wrap justify-between gap-x-4">
            <a className="link font-medium" href={`/desk/requests/${row.id}`}>
              {t(`request.${row.kind}`)}
            </a>
            <span className="text-base-content/75 text-sm">
              <Moment at={row.created_at} /> ·{' '}
              {row.closed_at ? t('closed') : <Due at={row.due_at} overdue={isOverdue(row)} showsLabel />}
            </span>
          </p>
          {row.words && <p className="wrap-anywhere text-sm">{row.words}</p>}
        </li>
      ))}
    </ul>
  )
}

/**
 * The notice of a completed action. Not shown when a colleague has changed the state since: the address may
 * be opened again later.
 */
function DoneNotice({ done, state }: Pick<Props, 'done'> & { state: AccountState }) {
  const t = useTranslations('desk.done')
  const isObsolete = STATE_ACTIONS.some((action) => action === done && !isAfter(action, state))
  const doneAction = !isObsolete && DONE.find((one) => one === done)
  return doneAction ? (
    <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
      {t(doneAction)}
    </p>
  ) : null
}
