import { partyAttributes } from '#assembly/marks.ts'
import { partyKey } from '#assembly/words.ts'
import { listAt, objectsAt, setAt, setInline, textAt, valueAt } from '../source.ts'
import { numberOf, type PartForm, readTwin, type Values, writeTwin } from './values.ts'

/** The attributes that may be required of a party in addition to its name. */
export const REQUIRABLE = partyAttributes.filter((one) => one !== 'name' && one !== 'role')

/** One of the parties, or the kind of party that a document may add. */
export const partyForm: PartForm = {
  read(data, path) {
    const values: Values = {
      ...readTwin(data, [...path, 'role'], 'role'),
      ...readTwin(data, [...path, 'label'], 'label'),
      identity: textAt(data, [...path, 'identity']) || 'any',
      place: textAt(data, [...path, 'place']),
      signs: valueAt(data, [...path, 'signs']) === false ? '' : 'yes',
      votes: valueAt(data, [...path, 'votes']) === true ? 'true' : textAt(data, [...path, 'votes']),
      upTo: textAt(data, [...path, 'upTo']),
    }
    for (const one of listAt(data, [...path, 'requires'])) values[`requires.${String(one)}`] = 'yes'
    return values
  },

  write(source, path, values) {
    const isListed = path[0] === 'parties'
    if (isListed) setAt(source, [...path, 'key'], partyKey(Number(path[1])))
    writeTwin(source, [...path, 'role'], values, 'role')
    setAt(source, [...path, 'identity'], values.identity)
    if (isListed) setAt(source, [...path, 'signs'], values.signs === 'yes')
    else setAt(source, [...path, 'upTo'], numberOf(values.upTo))
    writeTwin(source, [...path, 'label'], values, 'label')
    setAt(source, [...path, 'place'], values.place)
    setAt(source, [...path, 'votes'], values.votes === 'true' ? true : values.votes)
    setInline(
      source,
      [...path, 'requires'],
      REQUIRABLE.filter((one) => values[`requires.${one}`] === 'yes'),
    )
  },
}

/** Only the last party can be removed, because texts refer to parties by their keys. */
export const isLastParty = (data: Record<string, unknown>, path: (string | number)[]): boolean =>
  path[0] === 'moreParties' || Number(path[1]) === objectsAt(data, ['parties']).length - 1
