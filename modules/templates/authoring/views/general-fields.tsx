import { categoryKey } from '#assembly/template/words-in.ts'
import { useTranslations } from '#views/language.tsx'
import { CATEGORIES } from '../categories.ts'
import { LANGUAGES } from '../forms/general.ts'
import { Choice, Pair, Text, Tick } from './controls.tsx'
import { Group, type PartProps } from './part-context.tsx'

/** The fields that describe a template as a whole. */
export function GeneralFields(_: PartProps) {
  const t = useTranslations('authoring.general')
  const tDocuments = useTranslations('documents')
  const sides = (['zh', 'en'] as const).map((value) => ({ value, label: t(`side.${value}`) }))
  return (
    <>
      <Pair name="title" label={t('title')} />
      <div className="grid gap-x-6 md:grid-cols-2">
        <Text name="code" label={t('code')} lang="en" hint={t('codeHint')} />
        <Text name="version" label={t('version')} hint={t('versionHint')} />
        <Choice
          name="category"
          label={t('category')}
          options={CATEGORIES.map((value) => ({ value, label: tDocuments(categoryKey(value)) }))}
        />
        <Choice
          name="type"
          label={t('type')}
          options={(['I', 'II'] as const).map((value) => ({ value, label: t(`types.${value}`) }))}
        />
        <Choice
          name="feeCategory"
          label={t('fee')}
          options={(['paid', 'free-demo'] as const).map((value) => ({ value, label: t(`fees.${value}`) }))}
        />
        <Choice
          name="form"
          label={t('form')}
          options={(['contract', 'resolution', 'decision'] as const).map((value) => ({
            value,
            label: t(`forms.${value}`),
          }))}
        />
        <Text name="minutes" label={t('minutes')} />
        <Text name="tags" label={t('tags')} hint={t('tagsHint')} />
      </div>
      <Group title={t('purposeTitle')}>
        <Pair name="purpose" label={t('purpose')} rows={3} sides="page" />
        <Pair name="notFor" label={t('notFor')} rows={3} sides="page" />
      </Group>
      <Group title={t('languages')}>
        {LANGUAGES.map((one) => (
          <Tick key={one} name={`languages.${one}`} label={tDocuments(`language.${one}`)} />
        ))}
        <Pair name="self" label={t('self')} hint={t('selfHint')} />
        <Pair name="prevailing" label={t('prevailing')} rows={3} hint={t('prevailingHint')} />
        <div className="grid gap-x-6 md:grid-cols-2">
          <Choice name="prevails" label={t('prevails')} none={t('chosenByCreator')} options={sides} />
          <Choice name="needs" label={t('needs')} none={t('neither')} options={sides} />
        </div>
      </Group>
      <Group title={t('signing')}>
        <Choice
          name="eSign"
          label={t('eSign')}
          options={(['true', 'licensed', 'false'] as const).map((value) => ({
            value,
            label: t(`eSigns.${value}`),
          }))}
        />
        <Pair name="signingNote" label={t('signingNote')} rows={2} sides="page" />
      </Group>
      <Group title={t('notes')} teach={t('notesTeach')}>
        <Text name="law" label={t('law')} lang="zh-Hans" hint={t('lawHint')} />
        <Text name="review" label={t('review')} rows={4} hint={t('reviewHint')} />
      </Group>
    </>
  )
}
