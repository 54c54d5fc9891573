import type pg from 'pg'
import { QUEUE_OWN_TABLES } from '#src/jobs/pgboss-tables.ts'

/** A table in a backup. */
export interface SavedTable {
  /** The name with its schema, quoted as in SQL. */
  name: string
  columns: string[]
  /** The number of rows. */
  rows: number
  file: string
  /** The SHA-256 of the compressed file, in hex. */
  sha256: string
}

export interface SavedSequence {
  name: string
  /** Null if the sequence was never used. */
  value: number | null
}

const IS_OWN_SCHEMA = `namespace.nspname !~ '^pg_' and namespace.nspname <> 'information_schema'`

/**
 * Tables that a restore or a start fills again: the lists of the migrations that have run, and the queue's
 * records about itself.
 */
const NOT_BACKED_UP = ['platform.kysely_migration', 'platform.kysely_migration_lock', ...QUEUE_OWN_TABLES]

/** Every table of ours except NOT_BACKED_UP. A partitioned table is listed once, without its partitions. */
export async function listTables(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query(
    `select format('%I.%I', namespace.nspname, class.relname) as name, array(
      select format('%I', attname) from pg_attribute
      where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
    ) as columns
    from pg_class as class join pg_namespace as namespace on namespace.oid = class.relnamespace
    where class.relkind in ('r', 'p') and not class.relispartition and ${IS_OWN_SCHEMA}
      and namespace.nspname || '.' || class.relname <> all($1)
    order by 1`,
    [NOT_BACKED_UP],
  )
  return rows
}

export async function listSequences(client: pg.Client): Promise<SavedSequence[]> {
  const { rows } = await client.query(`
    select format('%I.%I', schemaname, sequencename) as name, last_value as value
    from pg_sequences where schemaname !~ '^pg_' and schemaname <> 'pgboss' order by 1`)
  return rows
}

export async function listForeignKeys(
  client: pg.Client,
): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query(`
    select format('%I.%I', namespace.nspname, class.relname) as table, format('%I', conname) as name,
      pg_get_constraintdef(constraints.oid) as definition
    from pg_constraint as constraints
      join pg_class as class on class.oid = constraints.conrelid
      join pg_namespace as namespace on namespace.oid = class.relnamespace
    where constraints.contype = 'f' and constraints.conparentid = 0 and ${IS_OWN_SCHEMA}
    order by 1, 2`)
  return rows
}

/** The names of our schemas that contain a table. */
export async function listSchemas(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`
    select distinct namespace.nspname as name
    from pg_class as class join pg_namespace as namespace on namespace.oid = class.relnamespace
    where class.relkind in ('r', 'p') and ${IS_OWN_SCHEMA} order by 1`)
  return rows.map(({ name }) => name)
}

/** The migrations that the database has, in order. */
export async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query('select name from platform.kysely_migration order by timestamp, name')
  return rows.map(({ name }) => name)
}

/** Settings that make every server write a value as the same text. */
export const SET_PLAIN_FORMATS = `set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 3; set timezone = 'UTC'; set bytea_output = 'hex'`
