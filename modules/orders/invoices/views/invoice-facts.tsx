import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { StateWord, type Tone } from '#views/parts.tsx'
import { Day, Moment } from '#views/values/moment.tsx'
import { Money } from '#views/values/money.tsx'
import type { FileFormat } from '../files/invoice-file.ts'
import type { Invoice } from '../invoice.ts'
import type { InvoiceState } from '../invoice-schema.ts'

const TONES: Record<InvoiceState, Tone> = {
  requested: 'warning',
  issued: 'success',
  refused: 'error',
  reversed: 'plain',
}

export function InvoiceStateWord({ state }: { state: InvoiceState }) {
  const t = useTranslations('orders.invoice.state')
  return <StateWord tone={TONES[state]}>{t(state)}</StateWord>
}

interface Props {
  invoice: Invoice
  amount: bigint
  /** The parts that are reversed or must be. */
  reversals: { id: string; amount: string; number: string | null }[]
}

/** The data of an invoice, and its state. */
export function InvoiceFacts({ invoice, amount, reversals }: Props) {
  const t = useTranslations('orders.invoice')
  const { kind, title_kind, title, tax_number, address, phone, bank, bank_account, email } = invoice
  const { state, number, issued_at, reason, asked_at } = invoice
  const factIfSet = (label: string, value: string | null) => (value ? [{ label, value }] : [])
  const facts = [
    { label: t('stateLabel'), value: <InvoiceStateWord state={state} /> },
    ...factIfSet(t('number'), number),
    ...(issued_at ? [{ label: t('issuedOn'), value: <Day at={issued_at} /> }] : []),
    ...factIfSet(t('reason'), reason),
    { label: t('amount'), value: <Money amount={amount} /> },
    ...reversals.map((one) => ({
      label: t('reversal'),
      value: (
        <>
          <Money amount={-BigInt(one.amount)} /> {one.number ?? t('toReverse')}
        </>
      ),
    })),
    { label: t('kindLabel'), value: t(`kind.${kind}`) },
    { label: t('titleKindLabel'), value: t(`titleKind.${title_kind}`) },
    { label: t('titleLabel'), value: title },
    ...factIfSet(t('taxNumber'), tax_number),
    ...factIfSet(t('address'), address),
    ...factIfSet(t('phone'), phone),
    ...factIfSet(t('bank'), bank),
    ...factIfSet(t('bankAccount'), bank_account),
    { label: t('email'), value: email },
    { label: t('askedAt'), value: <Moment at={asked_at} /> },
  ]
  return <Facts facts={facts} />
}

interface FileLinksProps {
  files: FileFormat[]
  /** The address of the files, without the ending. */
  at: string
  /** Whether to explain the use of each file. */
  isExplained?: boolean
}

export function FileLinks({ files, at, isExplained }: FileLinksProps) {
  const t = useTranslations('orders.invoice')
  if (!files.length) return null
  return (
    <div className="mt-3">
      <div className="flex flex-wrap gap-2">
        {files.map((format) => (
          <a
            key={format}
            href={`${at}.${format}`}
            className={`btn btn-sm ${format === 'pdf' && isExplained ? 'btn-primary' : 'btn-outline'}`}
            download
          >
            {t(`download.${format}`)}
          </a>
        ))}
      </div>
      {isExplained && files.includes('xml') && (
        <p className="mt-2 text-base-content/75 text-sm">{t('filesMean')}</p>
      )}
    </div>
  )
}
