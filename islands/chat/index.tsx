import { mountOver } from '#islands/mount.ts'
import { Chat } from './chat.tsx'

mountOver('chat', Chat)
