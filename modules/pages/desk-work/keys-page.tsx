import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'

/** The keys that views/scripts/desk-script.ts handles. */
const ON_LISTS = ['j', 'k', 'Enter', 'x', 't', '/'] as const
const ON_ENTRIES = ['t', 'h', 'a', 'r', 'n', 'u', 'Esc'] as const
const ON_EVERY_PAGE = ['o', 'r', 'a', 'u', 'c', 't', 'f', 'b', 'p', 'i'] as const

/** The keyboard shortcuts of the desk, and the switch that turns them on or off. */
export function KeysPage({ on: isOn }: { on: boolean }) {
  const t = useTranslations('desk.keys')
  return (
    <>
      <PageHead title={t('title')} lead={t(isOn ? 'lead' : 'isOff')}>
        <form method="post" action="/desk/keys">
          <button type="submit" name="keys" value={isOn ? 'off' : 'on'} className="btn btn-outline">
            {t(isOn ? 'switchOff' : 'switchOn')}
          </button>
        </form>
      </PageHead>
      <div className="grid items-start gap-4 xl:grid-cols-3">
        <Panel title={t('onLists')}>
          <Keys keys={ON_LISTS.map((key) => [key, t(`list.${key === '/' ? 'search' : key}`)])} />
        </Panel>
        <Panel title={t('onEntries')}>
          <Keys keys={ON_ENTRIES.map((key) => [key, t(`entry.${key}`)])} />
        </Panel>
        <Panel title={t('places')}>
          <Keys keys={[...ON_EVERY_PAGE.map((key) => [`g ${key}`, t(`place.${key}`)]), ['?', t('help')]]} />
        </Panel>
      </div>
    </>
  )
}

function Keys({ keys }: { keys: string[][] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
      {keys.map(([key, words]) => (
        <div key={key} className="contents">
          <dt>
            <kbd className="kbd">{key}</kbd>
          </dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  )
}
