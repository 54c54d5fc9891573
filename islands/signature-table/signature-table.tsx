import { useSignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Fragment, useEffect, useRef, useState } from 'react'
import { spliced } from '#assembly/lists/lists.ts'
import type { SignatoryEntry, SigningOptions } from '#modules/signing/schema.ts'
import { focusSoon } from '#views/focus.ts'
import { Icon } from '#views/icons.tsx'
import type { MessagesOf } from '#views/language/messages.ts'
import { LanguageContext, plainLanguage } from '#views/language.tsx'
import { turnsOf } from '#views/signing/turn-order.ts'
import { areDaysWrong, OptionsPanel } from './options-panel.tsx'
import { moveSignatory, moveTo, partnerOf, setRole, setTogether } from './order.ts'
import { PagesPanel } from './pages-panel.tsx'
import { idOf, signs } from './places.ts'
import { usePreview } from './preview.ts'
import { dragRow } from './reorder.ts'
import { RowPlaces } from './row-places.tsx'
import { keepUnsaved, type SaveState, startSaving } from './saving.ts'
import {
  addSignatory,
  limitExceeded,
  type PartyChoice,
  partiesWithoutSigner,
  problemsOf,
  shownProblems,
} from './signatories.ts'
import { DeletedRow, SignatoryRow } from './signatory-row.tsx'
import { StartDialog, type Uses } from './start-dialog.tsx'
import { usePlaces } from './use-places.ts'
import { NAMESPACE, useWords } from './words.ts'

export interface SignatureTableProps {
  documentId: string
  signatories: SignatoryEntry[]
  options: SigningOptions
  parties: PartyChoice[]
  uses: Uses
  /** Whether the sender has authorised us to send documents. */
  isAuthorised: boolean
  /** Whether the document is an uploaded PDF, which has no signature blocks of ours. */
  isImported: boolean
  /** Whether people can be reached by phone. */
  hasPhones: boolean
  /** Whether the real names of people can be checked. */
  hasRealNames: boolean
  /** Whether the sender may edit the address book. */
  maySave: boolean
  /** The sender's language, the default for mails to a signatory. */
  locale: string
  lang: string
  messages: MessagesOf<typeof NAMESPACE>
}

export function SignatureTable({ lang, messages, ...props }: SignatureTableProps) {
  const [language] = useState(() => plainLanguage(lang, NAMESPACE, messages))
  return (
    <LanguageContext value={language}>
      <Table {...props} />
    </LanguageContext>
  )
}

interface DeletedSignatory {
  entry: SignatoryEntry
  /** The former index of the entry in the list. */
  index: number
}

function Table({
  documentId,
  signatories,
  options: firstOptions,
  parties,
  uses,
  isAuthorised,
  isImported,
  hasPhones,
  hasRealNames,
  maySave,
  locale,
}: Omit<SignatureTableProps, 'lang' | 'messages'>) {
  useSignals()
  const t = useWords()
  const list = useSignal(signatories)
  const options = useSignal(firstOptions)
  const announcement = useSignal('')
  const target = useSignal<string | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const state = useSignal<SaveState>('saved')
  const refusal = useSignal<string | undefined>(undefined)
  const deletedSignatory = useSignal<DeletedSignatory | null>(null)
  const refusedLimit = useSignal<'limit' | 'limitAll' | null>(null)
  const visitedFields = useSignal<ReadonlySet<string>>(new Set())
  const showsProblems = useSignal(false)
  const saver = useRef<ReturnType<typeof startSaving>>(null)
  saver.current ??= startSaving(`/mgmt/${documentId}/signatories`, (next, words) => {
    state.value = next
    refusal.value = words
  })
  useEffect(() => keepUnsaved(saver.current!), [])

  const flush = () => saver.current?.flush() ?? Promise.resolve(true)
  const preview = usePreview(documentId, list.value, {
    isImported,
    isUnsaved: state.value === 'notSaved',
    settled: () => saver.current!.settled(),
  })

  const change = (next: SignatoryEntry[], removed: DeletedSignatory | null = null) => {
    list.value = next
    deletedSignatory.value = removed
    refusedLimit.value = null
    save()
  }
  const save = () => {
    if (!areDaysWrong(options.value)) saver.current?.save({ signatories: list.value, options: options.value })
  }
  const add = (party: string) => {
    const next = addSignatory(list.value, party)
    const exceededLimit = limitExceeded(next)
    if (exceededLimit) refusedLimit.value = exceededLimit
    else change(next)
  }
  /** Changes the order, and announces the new position of the signatory. */
  const reorder = (id: string, next: SignatoryEntry[]) => {
    if (next === list.value) return
    change(next)
    const newIndex = next.findIndex((one) => one.id === id)
    const order = turnsOf(next)[newIndex]!
    announcement.value = t('movedTo', { name: next[newIndex]!.name || t('unnamed'), order, all: next.length })
  }
  const drag = (id: string) =>
    dragRow(table.current!, {
      onOver: (over) => {
        target.value = over === id ? null : over
      },
      onDrop: (over) => over && reorder(id, moveTo(list.value, id, over)),
    })
  const undo = () => {
    if (!deletedSignatory.value) return
    const { entry, index } = deletedSignatory.value
    change(spliced(list.value, index, 0, entry))
    focusSoon([`bin-${entry.id}`])
  }
  const partyOf = (key: string) => parties.find((party) => party.key === key)
  const labelOf = (key: string) => partyOf(key)?.label ?? key
  const organisationOf = (key: string) => partyOf(key)?.organisation ?? ''
  const problems = problemsOf(list.value)
  const signerlessParties = partiesWithoutSigner(list.value, parties)
  const placing = usePlaces(list, preview, change)
  const check = () => {
    showsProblems.value = true
    const invalidFields = [...problems].flatMap(([id, fields]) =>
      Object.keys(fields).map((field) => `${field}-${id}`),
    )
    invalidFields.push(...placing.places.filter(({ problem }) => problem).map(idOf))
    if (areDaysWrong(options.value)) invalidFields.push('signing-days')
    focusSoon(invalidFields)
    return invalidFields.length === 0 && signerlessParties.length === 0 && !limitExceeded(list.value)
  }

  const turns = turnsOf(list.value)
  const exceededLimit = refusedLimit.value ?? limitExceeded(list.value)

  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <div className="flex flex-col gap-4">
        <div className="rounded-box border border-base-300 bg-base-100">
          <p role="status" className="sr-only">
            {announcement.value}
          </p>
          <table ref={table} className="table block">
            <caption className="sr-only">{t('caption')}</caption>
            <thead className="sr-only">
              <tr>
                {COLUMNS.filter((column) => column !== 'phone' || hasPhones).map((column) => (
                  <th key={column} scope="col">
                    {t(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="block">
              {list.value.map((one, index) => (
                <Fragment key={one.id}>
                  {deletedSignatory.value?.index === index && (
                    <DeletedRow name={deletedSignatory.value.entry.name} onUndo={undo} />
                  )}
                  <SignatoryRow
                    entry={one}
                    turn={turns[index]!}
                    isFirst={index === 0 && !list.value[1]?.together}
                    isLast={index === list.value.length - 1 && !one.together}
                    isTarget={target.value === one.id}
                    partner={partnerOf(list.value, one.id)?.name ?? null}
                    party={labelOf(one.party)}
                    organisation={maySave ? organisationOf(one.party) : null}
                    hasPhones={hasPhones}
                    hasRealNames={hasRealNames}
                    locale={locale}
                    problems={
                      showsProblems.value
                        ? (problems.get(one.id) ?? {})
                        : shownProblems(problems.get(one.id), one.id, visitedFields.value)
                    }
                    onLeave={(id) => {
                      visitedFields.value = new Set(visitedFields.value).add(id)
                    }}
                    onEdit={(edited) => change(list.value.map((row) => (row.id === one.id ? edited : row)))}
                    onDrag={() => drag(one.id)}
                    onRole={(role) => change(setRole(list.value, one.id, role))}
                    onTogether={(isTogether) => reorder(one.id, setTogether(list.value, one.id, isTogether))}
                    onMove={(offset) => {
                      reorder(one.id, moveSignatory(list.value, one.id, offset))
                      const buttonIds = [`up-${one.id}`, `down-${one.id}`]
                      focusSoon(offset < 0 ? buttonIds : buttonIds.reverse())
                    }}
                    onDelete={() => {
                      change(
                        list.value.filter((row) => row.id !== one.id),
                        { entry: one, index },
                      )
                      focusSoon(['undo-delete'])
                    }}
                  >
                    {preview.value && signs(one) && (
                      <RowPlaces signatoryId={one.id} name={one.name} placing={placing} />
                    )}
                  </SignatoryRow>
                </Fragment>
              ))}
              {deletedSignatory.value?.index === list.value.length && (
                <DeletedRow name={deletedSignatory.value.entry.name} onUndo={undo} />
              )}
            </tbody>
          </table>
        </div>
        {signerlessParties.map((party) => (
          <p key={party.key} role="alert" className="text-error">
            {t('missingFor', { party: party.label })}
          </p>
        ))}
        {exceededLimit && (
          <p role="alert" className="text-error">
            {t(`problem.${exceededLimit}`)}
          </p>
        )}
        <AddButtons parties={parties} onAdd={add} />
        <OptionsPanel
          options={options.value}
          onChange={(next) => {
            options.value = next
            save()
          }}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className={state.value === 'notSaved' ? 'text-error' : 'text-base-content/75'}>
            {state.value === 'notSaved' && refusal.value ? refusal.value : t(state.value)}
          </p>
          <StartDialog
            documentId={documentId}
            days={options.value.days}
            people={list.value.map(({ id, name, party, role = 'signer' }, index) => ({
              id,
              turn: turns[index]!,
              name,
              party: labelOf(party),
              role,
              where: placing.placesOf(id).map(placing.describe),
            }))}
            isReady={preview.value !== undefined}
            check={check}
            uses={uses}
            isAuthorised={isAuthorised}
            flush={flush}
          />
        </div>
      </div>
      <PagesPanel preview={preview.value} placing={placing} />
    </div>
  )
}

const COLUMNS = [
  'order',
  'party',
  'actions',
  'name',
  'jobTitle',
  'email',
  'phone',
  'role',
  'language',
  'places.title',
] as const

function AddButtons({ parties, onAdd }: { parties: PartyChoice[]; onAdd: (party: string) => void }) {
  const t = useWords()
  return (
    <div className="flex flex-wrap gap-2">
      {parties.map((party) => (
        <button
          key={party.key}
          type="button"
          className="btn btn-sm btn-outline h-auto min-h-8 max-w-full whitespace-normal py-1 text-left"
          onClick={() => onAdd(party.key)}
        >
          <Icon name="plus" className="size-4" />
          {t('addFor', { party: party.label })}
        </button>
      ))}
    </div>
  )
}
