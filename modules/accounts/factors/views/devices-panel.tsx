import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { deviceName } from '#views/values/device-name.ts'
import { Moment } from '#views/values/moment.tsx'
import type { LoginSecurity } from '../own/login-security.ts'

type Devices = LoginSecurity['devices']

/** The remembered browsers, which need no second factor, each with a button to forget it. */
export function DevicesPanel({ devices }: { devices: Devices }) {
  const t = useTranslations('security')
  return (
    <Panel title={t('devices.title')}>
      <p className="mb-2 max-w-prose text-base-content/75 text-sm">{t('devices.lead')}</p>
      {devices.length ? (
        <ul className="divide-y divide-base-300">
          {devices.map((device) => (
            <DeviceLine key={device.id} device={device} />
          ))}
        </ul>
      ) : (
        <p>{t('devices.none')}</p>
      )}
      {devices.length > 1 && (
        <form method="post" action="/mgmt/acct-info/security/devices/removal" className="mt-3">
          <button type="submit" className="btn btn-outline btn-sm">
            {t('devices.forgetAll')}
          </button>
        </form>
      )}
    </Panel>
  )
}

function DeviceLine({ device: { id, device, last_used_at } }: { device: Devices[number] }) {
  const t = useTranslations('security')
  const name = deviceName(device) || t('devices.unknown')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0">
        <span className="block font-medium">{name}</span>
        <span className="block text-base-content/75 text-sm">
          {t('devices.lastUsed')} <Moment at={last_used_at} />
        </span>
      </span>
      <form method="post" action={`/mgmt/acct-info/security/devices/${id}/removal`}>
        <button
          type="submit"
          className="btn btn-ghost btn-sm"
          aria-label={t('devices.forgetNamed', { device: name })}
        >
          {t('devices.forget')}
        </button>
      </form>
    </li>
  )
}
