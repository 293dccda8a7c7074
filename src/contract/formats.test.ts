import { formats } from './formats'

const { email } = formats

test.each([
  'ann@mill.example',
  'josé.niño@bücher.example',
  'иван@почта.рф',
  'δοκιμή@παράδειγμα.ελ',
  '用户@例子.中国',
  '用户@example.com',
  'たろう山田@例え.テスト',
  '홍길동@예시.한국',
  'a1+tag@x-y.example',
])('[TRUST-42] %s is an email', (text) => {
  expect(email.fits(text)).toBe(true)
})

test.each([
  'аdmin@citygate.example',
  'admin@citуgate.example',
  'сео@citygate.example',
  'admin@citygate.ехample',
  'pαypal@bank.example',
  'admin用户@citygate.example',
  'ann@mіll.example',
  'рaypal@почта.рф',
])('[TRUST-42] %s mixes scripts, and is none', (text) => {
  expect(email.fits(text)).toBe(false)
})

test('[K8] an email with a typographic apostrophe is kept with that of mailboxes', () => {
  expect(email.fits('o\u2019neil@x.example')).toBe(true)
  expect(['o\u2019neil@x.example', 'd\u2018arcy@x.example', "o'neil@x.example"].map(email.kept)).toEqual([
    "o'neil@x.example",
    "d'arcy@x.example",
    "o'neil@x.example",
  ])
})

test.each(['jane@x.example?subject=hi', 'jane@x.example#top', 'jane@x.example/a', 'a@x.example&cc=b'])(
  '[K8] %s is the rest of a link, and no email',
  (text) => {
    expect(email.fits(text)).toBe(false)
  },
)
