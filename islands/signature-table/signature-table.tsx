import { useSignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import type { SignatoryEntry } from '#modules/signing/schema.ts'
import { focusSoon } from '#views/focus.ts'
import { Icon } from '#views/icons.tsx'
import { LanguageContext, languageOf, useTranslations } from '#views/language.tsx'
import { type SaveState, startSaving } from './saving.ts'
import { added, MOST, moved, type PartyChoice, partiesWithout, problemsOf } from './signatories.ts'
import { SignatoryRow } from './signatory-row.tsx'
import { StartDialog } from './start-dialog.tsx'

export interface SignatureTableProps {
  documentId: string
  signatories: SignatoryEntry[]
  parties: PartyChoice[]
  lang: string
  messages: Record<string, string>
}

export function SignatureTable({ lang, messages, ...props }: SignatureTableProps) {
  const [language] = useState(() => languageOf(lang, { setting: messages }))
  return (
    <LanguageContext value={language}>
      <Table {...props} />
    </LanguageContext>
  )
}

function Table({ documentId, signatories, parties }: Omit<SignatureTableProps, 'lang' | 'messages'>) {
  useSignals()
  const t = useTranslations('setting')
  const list = useSignal(signatories)
  const state = useSignal<SaveState>('saved')
  const saver = useRef<ReturnType<typeof startSaving>>(null)
  saver.current ??= startSaving(`/mgmt/${documentId}/signatories`, (next) => {
    state.value = next
  })

  const change = (next: SignatoryEntry[]) => {
    list.value = next
    saver.current?.save(next)
  }
  const problems = problemsOf(list.value)
  const without = partiesWithout(list.value, parties)
  const ready = problems.size === 0 && without.length === 0 && list.value.length <= MOST

  return (
    <div className="flex flex-col gap-4">
      <div className="overflow-x-auto rounded-box border border-base-300 bg-base-100">
        <table className="table max-md:block">
          <caption className="sr-only">{t('caption')}</caption>
          <thead className="max-md:sr-only">
            <tr className="text-base-content/75">
              {['order', 'party', 'name', 'email', 'actions'].map((column) => (
                <th key={column} scope="col">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-md:block">
            {list.value.map((one, index) => (
              <SignatoryRow
                key={one.id}
                entry={one}
                order={index + 1}
                last={list.value.length}
                party={parties.find((party) => party.key === one.party)?.label ?? one.party}
                problems={problems.get(one.id) ?? {}}
                onEdit={(edited) => change(list.value.map((old) => (old.id === one.id ? edited : old)))}
                onMove={(by) => {
                  change(moved(list.value, one.id, by))
                  const ways = [`up-${one.id}`, `down-${one.id}`]
                  focusSoon(by < 0 ? ways : ways.reverse())
                }}
                onDelete={() => {
                  change(list.value.filter((old) => old.id !== one.id))
                  const next = list.value[index] ?? list.value.at(-1)
                  focusSoon([`bin-${next?.id}`])
                }}
              />
            ))}
          </tbody>
        </table>
      </div>
      {without.map((party) => (
        <p key={party.key} role="alert" className="text-error">
          {`${party.label}: ${t('problem.missing')}`}
        </p>
      ))}
      {list.value.length > MOST && (
        <p role="alert" className="text-error">
          {t('problem.limit')}
        </p>
      )}
      <AddButtons parties={parties} onAdd={(party) => change(added(list.value, party))} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className={state.value === 'notSaved' ? 'text-error' : 'text-base-content/75'}>
          {t(state.value)}
        </p>
        <StartDialog
          documentId={documentId}
          count={list.value.length}
          ready={ready}
          flush={() => saver.current?.flush() ?? Promise.resolve(true)}
        />
      </div>
    </div>
  )
}

function AddButtons({ parties, onAdd }: { parties: PartyChoice[]; onAdd: (party: string) => void }) {
  const t = useTranslations('setting')
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
