import { sql } from 'kysely'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** A file in a data export: stored, or made when the archive reaches it. */
export interface ExportedFile {
  /** Its place in the archive, unique by an id or a number within it. */
  path: string
  at: Date
  content: { key: string; sha256?: string } | { make: (db: Db) => Promise<Uint8Array> }
}

/**
 * A module's data about a person, for their data export: lists of records, or single ones, by kind, and the
 * files that belong to them. A record names its file by the path in the column `file`.
 */
export interface ExportPart {
  records: Record<string, object | undefined>
  files?: ExportedFile[]
}

/** Administrators also export what belongs to their team. */
export const exportsTeam = ({ permissions }: Pick<Viewer, 'permissions'>) => permissions.includes('team.edit')

/** For a query: the viewer's own rows, for an administrator also the team's. */
export const exportedRows = (viewer: Viewer, columns: { account: string; team: string }) =>
  exportsTeam(viewer)
    ? sql<boolean>`(${sql.ref(columns.account)} = ${viewer.id} or ${sql.ref(columns.team)} = ${viewer.teamId})`
    : sql<boolean>`${sql.ref(columns.account)} = ${viewer.id}`

/** The end of an id: different for each, and short enough for the name of a file. */
export const shortId = (id: string) => id.slice(-12)
