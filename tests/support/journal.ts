import { expect } from 'vitest'
import type { Db } from '#src/db/db.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import type { Client } from './client.ts'

interface Line {
  event: string
  way?: string
  purpose?: string
  route?: string
  reason?: string
}

const briefly = ({ event, way, purpose, route, reason }: Line) =>
  [event, way ?? purpose ?? route, reason].filter(Boolean).join(' · ')

/** Watches the log in `lines`, and collects every secret that must not appear in it. */
export function openJournal(lines: string[]) {
  const secrets = new Set<string>()
  return {
    secrets,
    keepCookies: (client: Client) => {
      for (const [name, value] of client.cookies) if (name !== 'locale') secrets.add(value)
    },
    keptCode: async (db: Db, address: string): Promise<string> => {
      const { code } = await lastMailTo(db, address)
      secrets.add(code!)
      return code!
    },
    /** A wrong code, which must not appear in the log either. */
    wrongOf: (code: string): string => {
      const wrongCode = code.replace(/^./, (first) => String((Number(first) + 1) % 10))
      secrets.add(wrongCode)
      return wrongCode
    },
    /** Runs one action and checks that it logs exactly these events. */
    logs: async (events: string[], step: () => Promise<unknown>) => {
      const lengthBefore = lines.length
      await step()
      const entries = lines.slice(lengthBefore).map((line) => JSON.parse(line))
      expect(entries.filter((line) => line.event).map(briefly)).toEqual(events)
    },
  }
}

/** Six digits occur by chance in longer numbers and ids; only between other characters are they a code. */
export function holding(secret: string): RegExp {
  const escapedSecret = secret.replace(/[$+/\\.*?^()[\]{}|]/g, '\\$&')
  return new RegExp(/^\d{6}$/.test(secret) ? `(?<![\\w-])${escapedSecret}(?![\\w-])` : escapedSecret)
}
