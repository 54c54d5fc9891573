import { localeOf } from '#assembly/template/words-in.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { PageHead, StateWord } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import type { Block } from '../../library/blocks-in-force.ts'
import { traditionalText } from '../../traditional.ts'
import { textsOf } from '../block.ts'

interface Props {
  blocks: Block[]
  /** Number of templates that contain each block. */
  users: Map<string, number>
  drafts: { id: string; name: string }[]
}

/** The shared blocks of the library. */
export function BlocksPage({ blocks, users, drafts }: Props) {
  const t = useTranslations('blocks')
  const locale = localeOf(useLocale())
  const columns: Column<Block>[] = [
    {
      key: 'block',
      head: t('column.block'),
      cell: (block) => (
        <>
          <a href={`/desk/templates/blocks/${block.name}`} className="link-hover font-medium">
            {titleOf(block, locale)}
          </a>
          <span className="block text-base-content/75 text-sm" lang="en">
            {block.name}
          </span>
          <NarrowLine>
            <span>
              {t('column.users')} {users.get(block.name) ?? 0}
            </span>
          </NarrowLine>
        </>
      ),
      main: true,
    },
    { key: 'version', head: t('column.version'), cell: (block) => <Version {...block} /> },
    { key: 'users', head: t('column.users'), wide: true, cell: ({ name }) => users.get(name) ?? 0 },
    {
      key: 'draft',
      head: t('column.draft'),
      cell: ({ name }) => {
        const draft = drafts.find((one) => one.name === name)
        if (!draft) return '–'
        return (
          <a className="link" href={`/desk/templates/block-drafts/${draft.id}`}>
            {t('beingChanged')}
          </a>
        )
      },
    },
  ]
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')}>
        <a href="/desk/templates" className="btn btn-ghost">
          {t('toTemplates')}
        </a>
      </PageHead>
      <div className="rounded-box border border-base-300 bg-base-100">
        <Table caption={t('title')} columns={columns} rows={blocks} rowKey={({ name }) => name} />
      </div>
    </>
  )
}

export function Version({ version }: { version: number }) {
  const t = useTranslations('blocks')
  return version ? (
    <StateWord tone="success">{t('publishedVersion', { version })}</StateWord>
  ) : (
    <StateWord tone="plain">{t('shipped')}</StateWord>
  )
}

/** The first title in a block, in the interface language; the block's name if there is none. */
export function titleOf({ name, yaml }: Block, locale: string): string {
  const twin = textsOf(yaml)?.texts.find((one) => one.name === 'title')?.texts
  if (!twin) return name
  if (locale === 'en_US') return twin.en ?? name
  const { hant, zh = name } = twin
  return locale === 'zh_TW' ? (hant ?? traditionalText(zh)) : zh
}
