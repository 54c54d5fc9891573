/**
 * Passwords that attackers try first and that our format allows, generated from common patterns: 137431 of
 * them, in lower case. No list of real passwords is needed.
 */
const WORDS =
  `password passwort passwd pass word secret letmein welcome admin administrator root user guest test
  testing login access master changeme default qwerty qwertz azerty asdf zxcv iloveyou loveyou love lovely baby angel
  princess sunshine flower summer winter spring autumn monday friday monkey dragon tiger eagle panther killer hunter
  shadow ranger soccer football baseball basketball hockey golfer batman superman pokemon starwars matrix freedom
  whatever trustno trust hello computer internet samsung apple google android microsoft windows office michael jordan
  jennifer jessica charlie daniel thomas andrew joshua ashley nicole michelle robert george london paris berlin
  chicago mustang ferrari porsche mercedes corvette yamaha cheese cookie pepper ginger banana orange purple silver
  golden diamond money business company manager china chinese beijing shanghai shenzhen guangzhou hongkong taiwan
  taipei macau zhongguo woaini aini nihao mima denglu guanli kehu gongsi baobao laopo laogong tiancai qinai meimei
  alibaba taobao alipay tmall tencent weixin wechat weibo baidu huawei xiaomi lenovo oppo douyin jingdong meituan
  qishu qiyue qianzi hetong falv contract legal lawyer document sign signature abc abcd abcde abcdef aa aaa qq qqq
  asd asdfg asdfgh asdfghjkl zxcvb zxcvbn zxcvbnm qwert qweasd qazwsxedc dragonball naruto qwe qaz qazwsx wsx zxc zaq xsw a q z x aaaa abcabc`.split(
    /\s+/,
  )

const SURNAMES =
  `wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie
  song tang deng han feng cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding ren shen yao
  lai fan fang shi tan liao zou xiong jin hao kong bai cui kang mao qiu qin gu hou shao meng long wan duan lei qian`.split(
    /\s+/,
  )

const GIVEN_NAMES = [
  '',
  'wei',
  'min',
  'jing',
  'li',
  'qiang',
  'lei',
  'jun',
  'yang',
  'yong',
  'jie',
  'tao',
  'ming',
  'chao',
]

const WORD_ENDINGS =
  `1 2 3 7 8 9 00 01 11 12 21 22 66 69 77 88 99 000 007 100 101 110 111 112 119 120 121 123 168 222 234 258
  321 333 369 456 520 521 555 654 666 678 777 789 888 911 987 999 0000 1111 1122 1212 1234 1314 2222 2580 4321 5201
  5555 6666 6789 7777 8888 9999 11111 12345 54321 66666 88888 111111 112233 121212 123123 123321 123456 1234567
  12345678 123456789 1234567890 168168 520520 521521 520131 5201314 654321 666666 888888 987654 a aa abc q z x s`.split(
    /\s+/,
  )

const NAME_ENDINGS = [
  '',
  '1',
  '12',
  '66',
  '88',
  '111',
  '123',
  '520',
  '666',
  '888',
  '1234',
  '1314',
  '12345',
  '123456',
]

const CHARACTER_RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '012345678901234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiopqwertyuiop',
  'asdfghjklasdfghjkl',
  'zxcvbnmzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qweasdzxcqweasdzxc',
  'qwer1234asdf1234zxcv1234',
  'qwerasdfzxcvqwerasdf',
  '1234qwerasdfzxcv1234',
  'a1b2c3d4e5f6g7h8i9j0',
  '1a2b3c4d5e6f7g8h9i0j',
  '7894561230147258369',
  '147258369147258369',
  '159753159753159753',
  '11223344556677889900',
  'aabbccddeeffgghhiijj',
  'abcd1234abcd1234abcd',
  'abc123abc123abc123',
  '123abc123abc123abc',
  '123qwe123qwe123qwe',
]

/** All common passwords. Together they need about 10 MB, so only tests collect them. */
export function* commonPasswords(): Generator<string> {
  for (const passwords of [runs(), wordsWithDigits(), tailPairs(), namesWithTails()])
    for (const password of passwords) if (PASSWORD_FORMAT.test(password)) yield password
}

const PASSWORD_FORMAT = /^[a-z0-9]{8,16}$/

function* runs() {
  for (const run of KEYBOARD_RUNS)
    for (let length = 8; length <= 16; length++)
      for (let start = 0; start + length <= run.length; start++) yield run.slice(start, start + length)
}

function* wordsWithDigits() {
  for (const word of words) {
    yield word
    for (const tail of wordTails) {
      yield word + tail
      yield tail + word
    }
    for (const other of [...LOVE_WORDS, word]) yield word + other
  }
}

function* tailPairs() {
  for (const one of tails) for (const other of tails) yield one + other
}

function* namesWithTails() {
  for (const person of persons) for (const tail of nameTails) yield person + tail
}

const years = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => String(from + n))

const KEYBOARD_RUNS = CHARACTER_RUNS.flatMap((run) => [run, [...run].reverse().join('')])
const LOVE_WORDS = ['you', 'me', 'man', 'girl', 'boy', 'word', 'love']
const words = new Set(WORDS)
const tails = new Set(WORD_ENDINGS)
const wordTails = new Set([...WORD_ENDINGS, ...years(1940, 2030)])
const persons = new Set(SURNAMES.flatMap((surname) => GIVEN_NAMES.map((given) => surname + given)))
const nameTails = new Set([...NAME_ENDINGS, ...years(1960, 2012)])

/** Whether a text is one of `commonPasswords`; compares only its two parts. */
function isListed(text: string): boolean {
  if (!PASSWORD_FORMAT.test(text)) return false
  if (words.has(text) || KEYBOARD_RUNS.some((run) => run.includes(text))) return true
  for (let length = 1; length <= text.length; length++)
    if (isPair(text.slice(0, length), text.slice(length))) return true
  return false
}

const isPair = (one: string, other: string) =>
  (words.has(one) && (wordTails.has(other) || LOVE_WORDS.includes(other) || one === other)) ||
  (wordTails.has(one) && words.has(other)) ||
  (tails.has(one) && tails.has(other)) ||
  (persons.has(one) && nameTails.has(other))

const LEET_LETTERS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' }

export type Weakness = 'common' | 'repeats' | 'date'

/** The reason why a password is weak, or null; ignores capitals and digits that replace letters. */
export function weaknessOf(password: string): Weakness | null {
  const lowerCase = password.toLowerCase()
  if (/^(.{1,4})\1+$/.test(lowerCase)) return 'repeats'
  if (isDate(lowerCase)) return 'date'
  const tail = /(?<!\d)\d*$/.exec(lowerCase)![0]
  const stem = lowerCase.slice(0, lowerCase.length - tail.length)
  const letters = [...stem].map((sign) => LEET_LETTERS[sign] ?? sign).join('')
  return isListed(lowerCase) || isListed(letters + tail) ? 'common' : null
}

function isDate(text: string): boolean {
  const year = '(19|20)\\d\\d'
  const month = '(0[1-9]|1[0-2])'
  const day = '(0[1-9]|[12]\\d|3[01])'
  return new RegExp(`^(${year}${month}${day}|${day}${month}${year}|${month}${day}${year})$`).test(text)
}
