/** A person or an enterprise in the register of the stub. */
export interface KnownPerson {
  name: string
  idNumber: string
  /** The number without country code. */
  phone: string
  card: string
}

export interface KnownEnterprise {
  name: string
  creditCode: string
  legalRepresentative: string
  idNumber: string
  status: string
}

export const WEI: KnownPerson = {
  name: '韦小宝',
  idNumber: '110101199003077758',
  phone: '13800138001',
  card: '6222021234567890123',
}

export const LOTUS: KnownEnterprise = {
  name: '莲花（杭州）科技有限公司',
  creditCode: '91330106MA2CFKXX3P',
  legalRepresentative: '林晓',
  idNumber: '330106198001010013',
  status: '1',
}
