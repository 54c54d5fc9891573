import { mount } from '#islands/mount.ts'
import { SignatureTable } from './signature-table.tsx'

mount('signature-table', SignatureTable)
