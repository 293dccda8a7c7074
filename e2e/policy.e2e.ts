import { signInByForm } from './actions'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

it('[TRUST-3] serves every page with a nonce of its own and nothing looser', async () => {
  const { page } = await newSession()
  const policies = []
  for (const path of ['/login', '/mpg/opportunities', '/account/logout']) {
    const answer = await page.goto(path)
    expect(answer?.headers()['cache-control']).toContain('no-store')
    policies.push(answer?.headers()['content-security-policy'] ?? '')
  }
  for (const policy of policies) {
    expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic'/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).not.toMatch(/unsafe/)
  }
  const nonces = policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1])
  expect(new Set(nonces).size).toBe(policies.length)
})

it('[TRUST-3] notices what the policy blocks, which no other test of the product has met', async () => {
  const { page, ignoreErrors } = await newSession()
  await signInByForm(page, 'broker')
  await page.evaluate(() => {
    // Simulates injected markup.
    document.body.append(
      document
        .createRange()
        .createContextualFragment(
          '<img src="/icon-that-is-not-there.svg" alt="" onerror="window.planted = true">',
        ),
    )
  })
  await page.waitForTimeout(200)
  expect(await page.evaluate(() => 'planted' in window)).toBe(false)
  expect(ignoreErrors(/Content security policy: script-src-attr blocked inline/)).toBe(1)
  // The browser's own message about it, and the missing image.
  expect(ignoreErrors(/inline event handler|not-there\.svg/)).toBeGreaterThan(0)
})
