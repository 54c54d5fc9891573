import { useTranslations } from '#views/language.tsx'
import { StateWord } from '#views/parts.tsx'
import type { ListedEndpoint } from '../endpoint.ts'

type Props = { endpoint: Pick<ListedEndpoint, 'state' | 'disabled_because' | 'failing_since'> }

export function EndpointState({ endpoint: { state, disabled_because, failing_since } }: Props) {
  const t = useTranslations('webhooks.states')
  if (state === 'disabled') return <StateWord tone="plain">{t(disabled_because ?? 'person')}</StateWord>
  if (failing_since) return <StateWord tone="warning">{t('troubled')}</StateWord>
  return <StateWord tone="success">{t('enabled')}</StateWord>
}
