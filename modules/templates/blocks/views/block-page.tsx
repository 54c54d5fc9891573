import { localeOf, twinIn } from '#assembly/template/words-in.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { Block } from '../../library/blocks-in-force.ts'
import { type BlockUser, type BlockVersion, textsOf } from '../block.ts'
import { titleOf, Version } from './blocks-page.tsx'

interface Props {
  block: Block
  users: BlockUser[]
  versions: BlockVersion[]
  /** The draft that changes the block, if there is one. */
  draft?: { id: string }
  /** Whether the block has just been published. */
  isPublished: boolean
}

/** A shared block: its texts, the templates that contain it, and its versions. */
export function BlockPage({ block, users, versions, draft, isPublished }: Props) {
  const t = useTranslations('blocks')
  const locale = localeOf(useLocale())
  const { name, version, yaml } = block
  const texts = textsOf(yaml)?.texts.filter(({ texts }) => 'zh' in texts) ?? []
  return (
    <>
      <PageHead title={titleOf(block, locale)} lead={name}>
        {draft ? (
          <a className="btn btn-primary" href={`/desk/templates/block-drafts/${draft.id}`}>
            {t('continue')}
          </a>
        ) : (
          <form method="post" action={`/desk/templates/blocks/${name}/draft`}>
            <button type="submit" className="btn btn-primary">
              {t('change')}
            </button>
          </form>
        )}
        <a href="/desk/templates/blocks" className="btn btn-ghost">
          {t('toBlocks')}
        </a>
      </PageHead>
      <div className="grid gap-4">
        {isPublished && (
          <p role="status" className="alert alert-success alert-soft">
            {t('isPublished', { version, count: users.length })}
          </p>
        )}
        <p>
          <Version version={version} />
        </p>
        <Panel title={t('texts')}>
          <ul className="divide-y divide-base-300">
            {texts.map(({ path, id, texts: { zh, en } }) => (
              <li key={path.join('.')} className="grid gap-x-8 gap-y-1 py-2 md:grid-cols-[10rem_1fr_1fr]">
                <code className="wrap-anywhere text-sm">{id}</code>
                <p lang="zh-Hans" className="wrap-anywhere font-serif">
                  {zh}
                </p>
                <p lang="en" className="wrap-anywhere font-serif">
                  {en}
                </p>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title={t('users', { count: users.length })}>
          <ul className="columns-1 gap-8 sm:columns-2">
            {users.map(({ entry: { template } }) => (
              <li key={template.code} className="py-0.5">
                <a className="link" href={`/desk/templates/${template.code}`}>
                  {twinIn(template.title, locale)}
                </a>{' '}
                <span className="text-base-content/75 text-sm">
                  {t('templateVersion', { version: template.version })}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title={t('versions')}>
          <ol className="divide-y divide-base-300">
            {versions.map((one) => (
              <li key={one.version} className="py-2">
                <p className="flex flex-wrap justify-between gap-x-4">
                  <span>
                    {t('publishedVersion', { version: one.version })}{' '}
                    <Source name={name} version={one.version} />
                  </span>
                  <span className="text-base-content/75 text-sm">
                    {one.staffName ?? '–'} · <Moment at={one.published_at} />
                  </span>
                </p>
                <p className="wrap-anywhere text-base-content/75 text-sm">{one.reason}</p>
              </li>
            ))}
            <li className="py-2">
              {t('shipped')} <Source name={name} version={0} />
            </li>
          </ol>
        </Panel>
      </div>
    </>
  )
}

function Source({ name, version }: { name: string; version: number }) {
  return (
    <a className="link text-sm" href={`/desk/templates/blocks/${name}/source?version=${version}`} download>
      YAML<span className="sr-only"> {version}</span>
    </a>
  )
}
