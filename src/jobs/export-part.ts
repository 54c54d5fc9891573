import { sql } from 'kysely'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** A file of a person: one of the store, or one that is made when the archive reaches it. */
export interface ExportedFile {
  /** Its place in the archive, unique by an id or a number within it. */
  path: string
  at: Date
  content: { key: string; sha256?: string } | { make: (db: Db) => Promise<Uint8Array> }
}

/**
 * What a module keeps about a person, for their data export: lists of records, or single ones, by kind, and
 * the files that belong to them. A record names its file by the path in the column `file`.
 */
export interface ExportPart {
  records: Record<string, object | undefined>
  files?: ExportedFile[]
}

/** Administrators also export what belongs to their team. */
export const exportsTeam = ({ permissions }: Pick<Viewer, 'permissions'>) => permissions.includes('team.edit')

/** For a query: the viewer's own rows, for an administrator also those of the team. */
export const exportedRows = (viewer: Viewer, columns: { account: string; team: string }) =>
  exportsTeam(viewer)
    ? sql<boolean>`(${sql.ref(columns.account)} = ${viewer.id} or ${sql.ref(columns.team)} = ${viewer.teamId})`
    : sql<boolean>`${sql.ref(columns.account)} = ${viewer.id}`

/** The end of an id: different for each, and short enough for the name of a file. */
export const shortId = (id: string) => id.slice(-12)
