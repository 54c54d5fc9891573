import { mount } from '../mount.ts'
import { Editor } from './editor.tsx'

mount('editor', Editor)
