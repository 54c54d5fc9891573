import { sql } from 'kysely'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** A file in a data export: a stored file, or one that is made when the archive reaches it. */
export interface ExportedFile {
  /** The path in the archive, unique because it contains an id or a number. */
  path: string
  at: Date
  content: { key: string; sha256?: string } | { make: (db: Db) => Promise<Uint8Array> }
}

/**
 * The data of a module about a user, for the user's data export: lists of records or single records by kind,
 * and the files that belong to them. A record names its file by the path in the column `file`.
 */
export interface ExportPart {
  records: Record<string, object | undefined>
  files?: ExportedFile[]
}

/** Whether the viewer also exports what belongs to their team, as administrators do. */
export const exportsTeam = ({ permissions }: Pick<Viewer, 'permissions'>) => permissions.includes('team.edit')

/** A query condition: the rows of the viewer, and for an administrator also those of the team. */
export const exportedRows = (viewer: Viewer, columns: { account: string; team: string }) =>
  exportsTeam(viewer)
    ? sql<boolean>`(${sql.ref(columns.account)} = ${viewer.id} or ${sql.ref(columns.team)} = ${viewer.teamId})`
    : sql<boolean>`${sql.ref(columns.account)} = ${viewer.id}`

/** The end of an id, which differs between ids and is short enough for the name of a file. */
export const shortId = (id: string) => id.slice(-12)
