import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guessChoice } from '#modules/contacts/import/heads.ts'
import { readFile } from '#modules/contacts/import/read-file.ts'
import { readRows } from '#modules/contacts/import/read-rows.ts'

const readCards = (text: string | Uint8Array) => {
  const sheet = readFile(typeof text === 'string' ? Buffer.from(text) : text)
  if ('problem' in sheet) throw new Error(sheet.problem)
  return readRows(sheet, guessChoice(sheet, 'external'), 'external', 'CN')
}

const LIAN = { name: '陈莲', organisation: '莲花贸易', mobile: '+8613800001111', email: 'lian@lotus.example' }

test('a version 2.1 card of an Android phone is read, with folded quoted-printable', () => {
  const card = [
    'BEGIN:VCARD',
    'VERSION:2.1',
    'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E9=99=88;=E8=8E=B2;;;',
    'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E9=99=88=E8=8E=B2',
    'TEL;WORK:010-62345678',
    'TEL;CELL;PREF:138-0000-1111',
    'EMAIL;HOME:lian@lotus.example',
    'ORG;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E8=8E=B2=E8=8A=B1=',
    '=E8=B4=B8=E6=98=93',
    'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD',
    ' /2wBDAAgGBgcGBQgHBwcJCQ==',
    '',
    'END:VCARD',
  ].join('\r\n')
  expect(readCards(card)).toMatchObject({ faults: [], contacts: [{ ...LIAN, line: 1 }] })
})

test('a card with names in GBK is read', () => {
  const card = [
    'BEGIN:VCARD',
    'VERSION:2.1',
    'N;CHARSET=GBK;ENCODING=QUOTED-PRINTABLE:=B3=C2;=C1=AB;;;',
    'TEL;CELL:13800001111',
    'END:VCARD',
  ].join('\n')
  expect(readCards(card).contacts).toMatchObject([{ name: '陈莲', mobile: '+8613800001111' }])
})

test('several version 3.0 cards of an iPhone are read, with groups and folded lines', () => {
  const cards = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'PRODID:-//Apple Inc.//iPhone OS 18.0//EN',
    'N:陈;莲;;;',
    'FN:陈莲',
    'ORG:莲花',
    ' 贸易;法务部',
    'item1.EMAIL;type=INTERNET;type=pref:lian@lotus.example',
    'item1.X-ABLabel:_$!<Work>!$_',
    'TEL;type=CELL;type=VOICE;type=pref:+86 138 0000 1111',
    'NOTE:Prefers\\, as she says\\; mornings',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Santos;Maria;;;',
    'FN:Maria Santos',
    'ORG:Kestrel\\, Ltd;',
    'EMAIL;TYPE=WORK:maria@kestrel.example',
    'END:VCARD',
  ].join('\r\n')
  expect(readCards(cards)).toMatchObject({
    faults: [],
    contacts: [
      { ...LIAN, line: 1 },
      { name: 'Maria Santos', organisation: 'Kestrel, Ltd', email: 'maria@kestrel.example', line: 13 },
    ],
  })
})

test('a version 4.0 card is read, with numbers as URIs and quoted parameters', () => {
  const card = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    'FN:陈莲',
    'N:陈;莲;;;',
    'ORG;SORT-AS="a:b":莲花贸易',
    'TEL;VALUE=uri;PREF=1;TYPE="voice,work":tel:+86-10-6234-5678;ext=5',
    'TEL;VALUE=uri;TYPE="cell,voice":tel:+86-138-0000-1111',
    'EMAIL;TYPE=work:mailto:lian@lotus.example',
    'CATEGORIES:Suppliers,Friends',
    'END:VCARD',
  ].join('\n')
  expect(readCards(card)).toMatchObject({ faults: [], contacts: [{ ...LIAN, group: 'Suppliers' }] })
})

test('ignored properties are named, and pictures are not stored', () => {
  const card =
    'BEGIN:VCARD\nVERSION:3.0\nFN:Oda\nEMAIL:oda@kestrel.example\nBDAY:1990-01-01\nTITLE:Counsel\n' +
    `PHOTO;ENCODING=b;TYPE=JPEG:${'A'.repeat(5000)}\nX-QQ:12345\nEND:VCARD\n`
  const sheet = readFile(Buffer.from(card))
  if ('problem' in sheet) throw new Error(sheet.problem)
  expect(sheet.heads).toEqual(['name', 'title', 'email', 'birthday', 'photo', 'X-QQ'])
  expect(sheet.rows[0]!.record).toEqual(['Oda', 'Counsel', 'oda@kestrel.example', '1990-01-01', '…', '12345'])
})

test.each([
  ['BEGIN:VCARD\nFN:Oda\n', 1, 'contacts.import.vcard.open'],
  ['BEGIN:VCARD\nFN:Oda\nBEGIN:VCARD\nEND:VCARD', 1, 'contacts.import.vcard.open'],
  ['BEGIN:VCARD\nFN:Oda\nEND:VCARD\nEND:VCARD', 4, 'contacts.import.vcard.end'],
  ['BEGIN:VCARD\nFN:Oda\nEND:VCARD\nFN:Ida', 4, 'contacts.import.vcard.outside'],
  ['BEGIN:VCARD\nOda\nEND:VCARD', 2, 'contacts.import.vcard.line'],
  ['BEGIN:VCARD\nEND:VCARD', 1, 'contacts.import.empty'],
])('a broken file is refused with its line: %j', (text, line, problem) => {
  expect(readFile(Buffer.from(text))).toEqual({ line, problem })
})

test('no file crashes the reader', () => {
  const piece = fc.constantFrom(
    'N',
    'TEL',
    ';',
    ':',
    '=',
    '"',
    '\n',
    '\r\n ',
    'E9',
    ',',
    '\\',
    'END:VCARD',
    '.',
    '0',
    '陈',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const sheet = readFile(Buffer.from(`BEGIN:VCARD\n${pieces.join('')}\nEND:VCARD\n`))
      if ('problem' in sheet) expect(sheet.line).toBeGreaterThan(0)
      else expect(readCards(`BEGIN:VCARD\n${pieces.join('')}\nEND:VCARD\n`)).toBeDefined()
    }),
  )
})
