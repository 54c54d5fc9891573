import type { Sides } from '../tree.ts'
import { type Finding, listed } from './finding.ts'

/** `short` is the abbreviation in numbers of certificates and licence plates. */
const names: [zh: string, en: string, short?: string][] = [
  ['北京', 'Beijing', '京'],
  ['上海', 'Shanghai', '沪'],
  ['天津', 'Tianjin', '津'],
  ['重庆', 'Chongqing', '渝'],
  ['深圳', 'Shenzhen'],
  ['广州', 'Guangzhou'],
  ['东莞', 'Dongguan'],
  ['佛山', 'Foshan'],
  ['珠海', 'Zhuhai'],
  ['惠州', 'Huizhou'],
  ['杭州', 'Hangzhou'],
  ['宁波', 'Ningbo'],
  ['温州', 'Wenzhou'],
  ['嘉兴', 'Jiaxing'],
  ['绍兴', 'Shaoxing'],
  ['义乌', 'Yiwu'],
  ['南京', 'Nanjing'],
  ['苏州', 'Suzhou'],
  ['无锡', 'Wuxi'],
  ['常州', 'Changzhou'],
  ['南通', 'Nantong'],
  ['昆山', 'Kunshan'],
  ['合肥', 'Hefei'],
  ['福州', 'Fuzhou'],
  ['厦门', 'Xiamen'],
  ['泉州', 'Quanzhou'],
  ['济南', 'Jinan'],
  ['青岛', 'Qingdao'],
  ['烟台', 'Yantai'],
  ['郑州', 'Zhengzhou'],
  ['武汉', 'Wuhan'],
  ['长沙', 'Changsha'],
  ['南昌', 'Nanchang'],
  ['成都', 'Chengdu'],
  ['西安', "Xi'?an"],
  ['沈阳', 'Shenyang'],
  ['大连', 'Dalian'],
  ['长春', 'Changchun'],
  ['哈尔滨', 'Harbin'],
  ['石家庄', 'Shijiazhuang'],
  ['太原', 'Taiyuan'],
  ['昆明', 'Kunming'],
  ['贵阳', 'Guiyang'],
  ['南宁', 'Nanning'],
  ['海口', 'Haikou'],
  ['三亚', 'Sanya'],
  ['兰州', 'Lanzhou'],
  ['乌鲁木齐', 'Urumqi'],
  ['江苏', 'Jiangsu', '苏'],
  ['浙江', 'Zhejiang', '浙'],
  ['广东', 'Guangdong', '粤'],
  ['福建', 'Fujian', '闽'],
  ['山东', 'Shandong', '鲁'],
  ['四川', 'Sichuan', '川'],
  ['湖北', 'Hubei'],
  ['湖南', 'Hunan'],
  ['河南', 'Henan'],
  ['河北', 'Hebei'],
  ['安徽', 'Anhui'],
  ['江西', 'Jiangxi'],
  ['辽宁', 'Liaoning'],
  ['云南', 'Yunnan'],
  ['香港', 'Hong Kong'],
  ['澳门', 'Maca[ou]'],
  ['台湾', 'Taiwan'],
  ['新加坡', 'Singapore'],
  ['东京', 'Tokyo'],
  ['首尔', 'Seoul'],
  ['伦敦', 'London'],
  ['巴黎', 'Paris'],
  ['柏林', 'Berlin'],
  ['汉堡', 'Hamburg'],
  ['法兰克福', 'Frankfurt'],
  ['慕尼黑', 'Munich'],
  ['纽约', 'New York'],
  ['洛杉矶', 'Los Angeles'],
  ['鹿特丹', 'Rotterdam'],
  ['迪拜', 'Dubai'],
  ['日本', 'Japan'],
  ['韩国', 'Korea'],
  ['德国', 'Germany|German'],
  ['法国', 'France|French'],
  ['英国', 'United Kingdom|UK|England|Britain|British'],
  ['美国', 'United States|USA?|American?'],
  ['越南', 'Vietnam'],
  ['泰国', 'Thailand|Thai'],
]

/** Names of institutions and treaties, such as the New York Convention or 上海国际仲裁中心, do not state a place. */
const places = names.map(([zh, en, short]): [RegExp, RegExp, RegExp] => [
  new RegExp(`${zh}(?!国际|仲裁|公约|时间|有色|期货|证券|黄金|航运)`),
  new RegExp(`\\b(?:${en})\\b(?! (?:International|Arbitration|Court of|Convention|time\\b))`),
  new RegExp(short ? `${zh}|${short}` : zh),
])

/** Reports cities, provinces and countries that only one side names. */
export function comparePlaces({ zh, en }: Sides<string>): Finding[] {
  const unmatched = { zh: [] as string[], en: [] as string[] }
  for (const [inZh, inEn, zhOrShort] of places) {
    const zhMatch = inZh.exec(zh)
    const enMatch = inEn.exec(en)
    if (zhMatch && !enMatch) unmatched.zh.push(zhMatch[0])
    if (enMatch && !zhOrShort.test(zh)) unmatched.en.push(enMatch[0])
  }
  if (!unmatched.zh.length && !unmatched.en.length) return []
  return [
    {
      check: 'place',
      grade: 'different',
      detail: { zh: listed(unmatched.zh, 'zh'), en: listed(unmatched.en, 'en') },
    },
  ]
}
