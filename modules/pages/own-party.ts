import type { Party } from '#assembly/answers.ts'
import { findProfile } from '#modules/accounts/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

export type OwnParty = Partial<Omit<Party, 'key'>>

/** The viewer's account information as a party: the viewer's company, or the viewer as an individual. */
export async function findOwnParty(db: Db, viewer: Viewer): Promise<OwnParty> {
  const profile = await findProfile(db, viewer)
  const { identity, companyName, credit_code, address, phone, position, mailing_address } = profile
  const person = bothNames(viewer.name)
  const email = viewer.email ?? ''
  if (identity === 'individual')
    return omitUnknown({
      identity,
      name: person.zh,
      nameEn: person.en,
      address: mailing_address,
      addressEn: '',
      email,
    })
  const company = bothNames(companyName)
  const title = bothNames(position)
  return omitUnknown({
    identity,
    name: company.zh,
    nameEn: company.en,
    idNumber: credit_code ?? '',
    address,
    addressEn: '',
    phone,
    email,
    signerName: person.zh,
    signerNameEn: person.en,
    signerTitle: title.zh,
    signerTitleEn: title.en,
  })
}

/**
 * Omits unknown values. Sets the English text wherever the Chinese text is known, so that the English text
 * of another party does not stay.
 */
function omitUnknown(party: Record<string, string>): OwnParty {
  const base = (key: string) => party[key.replace(/En$/, '')]
  return Object.fromEntries(Object.entries(party).filter(([key]) => base(key) !== ''))
}

/**
 * Splits a name such as 莲花贸易（上海）有限公司 Lotus Trading (Shanghai) Co., Ltd. at the space into a Chinese and a
 * Latin name.
 */
function bothNames(text: string): { zh: string; en: string } {
  const match = /^([\p{Script=Han}（）()·\d]+)\s+(\p{Script=Latin}.*)$/u.exec(text.trim())
  return match ? { zh: match[1]!, en: match[2]! } : { zh: text.trim(), en: '' }
}
