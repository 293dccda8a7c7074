import { aMessage } from '../../testing/builders'
import { answerSubject, answerTo, allRecipientsOf, quoted } from './reply'

const [bea] = aMessage().to
const [tom] = aMessage().from
const ann = { id: null, email: 'Ann@Mill.example', first_name: null, last_name: null }

test.each([
  ['Winter strip', 'Re: Winter strip'],
  ['Re: Winter strip', 'Re: Winter strip'],
  ['  RE :Winter strip', 'RE :Winter strip'],
  ['Regarding', 'Re: Regarding'],
  ['x'.repeat(255), `Re: ${'x'.repeat(251)}`],
])('[SCREEN-2] the answer to “%s” is called “%s”', (subject, answer) => {
  expect(answerSubject(subject)).toBe(answer)
})

test('[SCREEN-2] an answer goes to the author, or on to whom the own message went to', () => {
  expect(answerTo(aMessage())).toMatchObject({ to: [tom], in_reply_to: 'first@basin.example' })
  expect(answerTo(aMessage({ direction: 'sent', from: [bea], to: [tom, ann] } as never)).to).toEqual([
    tom,
    ann,
  ])
})

test('[SCREEN-2, K6] an answer to all goes to every other recipient once, and in copy to those who had one', () => {
  const cy = { ...ann, email: 'cy@mill.example' }
  const message = aMessage({
    to: [bea, ann, { ...ann, email: 'ann@mill.example' }],
    cc: [cy, { ...bea, email: 'Bea@basin.example' }, { ...ann, email: 'ANN@mill.example' }],
  } as never)
  const { to, cc } = allRecipientsOf(message, ['BEA@basin.example'])
  expect([to, cc].map((people) => people.map(({ email }) => email))).toEqual([
    ['team@basin.example', 'ann@mill.example'],
    ['cy@mill.example'],
  ])
  expect(answerTo(message, { to, cc })).toMatchObject({ to, cc: [cy] })
  expect(allRecipientsOf(aMessage({ from: [bea], to: [bea] } as never), ['bea@basin.example'])).toEqual({
    to: [bea],
    cc: [],
  })
})

test('[SCREEN-2] an answer begins with room to write, and repeats below what it answers', () => {
  expect(quoted(aMessage({ text: '<p>Four <b>cents</b></p><ul><li>Term</li></ul>' }))).toMatch(
    /^<p><br \/><\/p><p>On March 02, 2026 .*, Tom Ash wrote:<\/p><blockquote>Four <strong>cents<\/strong><\/blockquote><blockquote>Term<\/blockquote>$/,
  )
})

test('[SCREEN-2] what had been quoted before is not repeated once more', () => {
  const answer = '<p>Lock it.</p><p>On March 01, 2026, Bea Rowe wrote:</p><blockquote>How much?</blockquote>'
  expect(quoted(aMessage({ text: answer }))).not.toContain('How much?')
  expect(quoted(aMessage({ text: '<blockquote>Only this</blockquote>' }))).toContain('Only this')
})

test('[SCREEN-2, TRUST-1] names and texts are no markup', () => {
  const from = [
    { id: null, email: 'x@y.example', first_name: '<img src=x onerror=alert(1)>', last_name: null },
  ]
  const html = quoted(
    aMessage({ from, text: '<p>a<script>alert(1)</script><img src=x onerror=alert(1)></p>' }),
  )
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; wrote:')
  expect(html).not.toMatch(/<img|<script/)
})

test('[SCREEN-2] a very long message is repeated in part', () => {
  const text = Array.from({ length: 2_000 }, (_, index) => `<p>Line ${index} of a long one</p>`).join('')
  expect(quoted(aMessage({ text })).length).toBeLessThan(25_000)
})
