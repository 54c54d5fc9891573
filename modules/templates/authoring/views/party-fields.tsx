import { useTranslations } from '#views/language.tsx'
import { REQUIRABLE } from '../forms/party.ts'
import { Choice, Pair, Text, Tick } from './controls.tsx'
import { Group, type PartProps } from './part-context.tsx'

/** A party's role, and its attributes. */
export function PartyFields({ path }: PartProps) {
  const t = useTranslations('authoring.party')
  const isListed = path[0] === 'parties'
  return (
    <>
      <Pair name="role" label={t('role')} hint={t('roleHint')} />
      <div className="grid gap-x-6 md:grid-cols-2">
        <Choice
          name="identity"
          label={t('identity')}
          options={(['any', 'company', 'individual'] as const).map((value) => ({
            value,
            label: t(`identities.${value}`),
          }))}
        />
        <Choice
          name="place"
          label={t('place')}
          none={t('anyPlace')}
          options={(['mainland', 'hmt', 'abroad'] as const).map((value) => ({
            value,
            label: t(`places.${value}`),
          }))}
        />
        {!isListed && <Text name="upTo" label={t('upTo')} hint={t('upToHint')} />}
      </div>
      {isListed && <Tick name="signs" label={t('signs')} />}
      <Group title={t('requires')} teach={t('requiresTeach')}>
        <div className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
          {REQUIRABLE.map((one) => (
            <Tick key={one} name={`requires.${one}`} label={t(`attribute.${one}`)} />
          ))}
        </div>
      </Group>
      <Group title={t('more')}>
        <Pair name="label" label={t('label')} hint={t('labelHint')} />
        <Choice
          name="votes"
          label={t('votes')}
          none={t('noVotes')}
          options={(['true', 'one'] as const).map((value) => ({ value, label: t(`voting.${value}`) }))}
        />
      </Group>
    </>
  )
}
