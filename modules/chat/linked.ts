import { type Expression, sql } from 'kysely'
import type { ComponentType } from 'react'
import { config } from '#src/core/config.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** The target of a link in a message, with the data that the reader may see. */
export interface LinkedRecord {
  id: string
}

interface LinkedRecords<Linked extends LinkedRecord> {
  /** A subquery for the messages: the linked records that the viewer may see. */
  find: (db: Db, viewer: Viewer) => (words: Expression<string>) => Expression<Linked[]>
  Card: ComponentType<{ linked: Linked; href: string }>
}

let registration: LinkedRecords<never> | undefined

/** Registers the module that owns the linked pages and renders the cards of their records. */
export const registerLinkedRecords = <Linked extends LinkedRecord>(records: LinkedRecords<Linked>) => {
  registration = records as unknown as LinkedRecords<never>
}

/** Without a viewer, as at the desk and for visitors, no linked records are shown. */
export const linkedRecords = (db: Db, viewer: Viewer | undefined, words: Expression<string>) =>
  viewer && registration
    ? sql<LinkedRecord[]>`${registration.find(db, viewer)(words)}`
    : sql<LinkedRecord[]>`'[]'::json`

export const linkCard = () =>
  registration?.Card as ComponentType<{ linked: LinkedRecord; href: string }> | undefined

const base = config.baseUrl.replace(/[.+?()[\]{}^$|\\*]/g, '\\$&')
const LINK_PATTERN = new RegExp(`${base}(/mgmt/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/[a-z-]+)`, 'g')

/** A piece of a message's text; `at` is the index of its first character. */
export type LinkedText = { at: number; text: string; link?: { href: string; id: string } }

/** Splits text into pieces; links to our own records get their path. Other addresses remain text. */
export function piecesOf(words: string): LinkedText[] {
  const pieces: LinkedText[] = []
  let position = 0
  for (const { 0: text, 1: href, 2: id, index } of words.matchAll(LINK_PATTERN)) {
    if (index > position) pieces.push({ at: position, text: words.slice(position, index) })
    pieces.push({ at: index, text, link: { href: href!, id: id! } })
    position = index + text.length
  }
  return position < words.length ? [...pieces, { at: position, text: words.slice(position) }] : pieces
}
