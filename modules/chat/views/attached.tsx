import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import type { Message } from '../message.ts'

/**
 * The file of a message: a picture is shown; both types can be downloaded. `path` is the path of the
 * conversation.
 */
export function AttachedFile({ message, path }: { message: Message; path: string }) {
  const t = useTranslations('chat')
  const { seq, file_type, file_name, file_size } = message
  const address = `${path}/file?message=${seq}`
  const size = t('fileSize', { size: Math.ceil(file_size! / 1024) })
  return (
    <a href={address} className="my-1 block max-w-full">
      {file_type !== 'pdf' && (
        <img src={address} alt="" loading="lazy" className="max-h-64 max-w-full rounded-field" />
      )}
      <span className="link wrap-anywhere flex items-center gap-2 text-sm">
        <Icon name={file_type === 'pdf' ? 'document' : 'download'} className="size-4 shrink-0" />
        {file_name} ({size})
      </span>
    </a>
  )
}
