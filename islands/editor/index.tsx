import { mount } from '#islands/mount.ts'
import { Editor } from './editor.tsx'

mount('editor', Editor)
