import fc from 'fast-check'

const words = (text: string) => text.trim().split(/\s+/)

/** Realistic given and family names, which are combined at random, so that they name no real person. */
const PEOPLE: Record<string, [given: string[], family: string[]]> = {
  Vietnamese: [
    words(
      'Ánh Tuyết Thị_Ngọc_Hân Đức Quỳnh_Như Hữu_Phước Thuỷ Mỹ_Lệ Văn_Dũng Bảo_Ngọc Khánh_Vy Tường_Vi Ấn Ỷ_Lan',
    ),
    words('Nguyễn Trần Lê Phạm Huỳnh Hoàng Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý Tạ Đoàn Trịnh'),
  ],
  Turkish: [
    words('İpek Gülşen Çağrı Ömer_Faruk Şükrü Nazlı Işıl Özgür Tuğçe Âdem Kâmil Ümit Hüseyin'),
    words('Yılmaz Şahinoğlu Çelik Öztürk Güneş Kılıç Doğan Işık Aydın Karadağ Gökçe Büyükşehirli'),
  ],
  Romanian: [
    words('Ștefan Ioniță Anca Crăița Nicușor Brândușa Ilinca Răzvan Mihăiță Sânziana Ţicu'),
    words('Țepeș Bălănescu Grigorașcu Mîndruță Păun Stănciulescu Șerban Vâlcea Ionaşcu'),
  ],
  Czech: [
    words('Jiří Ondřej Šárka Božena Vojtěch Zdeněk Žofie Štěpán Růžena Ľudmila Ďurko'),
    words('Dvořák Škoda Ťopka Příhoda Kučerová Ševčík Nováková Řezníček Ňuňu Čížek Hřebíčková'),
  ],
  Polish: [
    words('Łukasz Małgorzata Świętosław Zbigniew Żaneta Bożena Kazimierz Ździsław Józef Ćwirek'),
    words('Wójcik Dąbrowski Źrebięcki Świątek Kościuszko-Żółtowska Łęcki Brzęczyszczykiewicz Ńkowa'),
  ],
  Latin: [
    words(
      'Søren Þórunn Ægir Åsa Léon Zoë Joaquín João Ödön Jürgen Straße Ħanna Ģirts Ķērsta Ŋgor Œdipe Ẁilym',
    ),
    words(
      'Grønbæk Ðorđević Guðmundsdóttir Ñuñez Gonçalves Erdős Weiß Ļeiks Ūdris Żelazny Ŀloret Ǿrsted Ẽnes',
    ),
  ],
  Pinyin: [
    words('Lǚ_Bù Xiǎolóng Měixiù Chūnjiāo Yǔhán Ruòxī Zhìqiáng Ài_Líng Nǚwá Lǜzhú Hēngǖ Ẑhiqing M̄ài'),
    words('Wáng Lǐ Zhāng Liú Chén Yáng Huáng Zhào Wú Zhōu Xú Ōuyáng Sītú Lǚ È Ḿ'),
  ],
  Chinese: [
    [...'喆堃㛃𠮷龘䶮㙓㵘翯瑒垚犇骉淼焱燚赟頔彧婧靐𬭎𫖯𫍲𨱏昇峯'].map((one) => `${one}华`),
    words('王 欧阳 司徒 邱 禤 逄 亓官 羊舌 令狐 仇 単 朴 查 𡵆 㐱 尉迟 黃 龎'),
  ],
}

const COMPANY: Record<string, string[]> = {
  Vietnamese: ['Công_ty_TNHH {}', 'CTCP {} – Chi nhánh Đà Nẵng'],
  Turkish: ['{} Ticaret A.Ş.', '{} İnşaat Ltd. Şti.'],
  Romanian: ['S.C. {} S.R.L.', '{} & Fiii Construcții S.A.'],
  Czech: ['{}, s.r.o.', 'Družstvo {} v likvidaci'],
  Polish: ['{} Sp. z o.o.', 'Przedsiębiorstwo „{}” S.A.'],
  Latin: ['{} AB (publ)', '{} GmbH & Co. KG', 'Société {} S.à r.l.'],
  Pinyin: ['{} Màoyì Yǒuxiàn Gōngsī'],
  Chinese: ['{}（上海）国际贸易有限公司', '{}律师事务所', '香港{}實業有限公司'],
}

/** Han characters of all kinds: unified, extension A, extension B. */
const anyHan = fc
  .oneof(
    fc.integer({ min: 0x4e00, max: 0x9fff }),
    fc.integer({ min: 0x3400, max: 0x4dbf }),
    fc.integer({ min: 0x20000, max: 0x2a6df }),
  )
  .map((code) => String.fromCodePoint(code))

const spaced = (name: string) => name.replaceAll('_', ' ')

const listedNames = fc.constantFrom(...Object.keys(PEOPLE)).chain((language) => {
  const [given, family] = PEOPLE[language]!
  const east = language === 'Chinese' || language === 'Vietnamese' || language === 'Pinyin'
  const person = fc
    .tuple(fc.constantFrom(...given), fc.constantFrom(...family))
    .map(([one, other]) =>
      spaced(east ? `${other}${language === 'Chinese' ? '' : ' '}${one}` : `${one} ${other}`),
    )
  const company = fc
    .tuple(fc.constantFrom(...COMPANY[language]!), fc.constantFrom(...family))
    .map(([form, name]) => spaced(form.replace('{}', name)))
  return fc.oneof({ weight: 2, arbitrary: person }, { weight: 1, arbitrary: company })
})

const rareNames = fc
  .tuple(fc.constantFrom(...PEOPLE.Chinese![1]), anyHan, fc.option(anyHan, { nil: '' }))
  .map((parts) => parts.join(''))

/**
 * The name of a person or company from Europe, Turkey, Viet Nam or China; one in eight has rare Han
 * characters.
 */
export const anyName: fc.Arbitrary<string> = fc.oneof(
  { weight: 7, arbitrary: listedNames },
  { weight: 1, arbitrary: rareNames },
)
