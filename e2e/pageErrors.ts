import type { BrowserContext } from 'playwright-core'

/** Reports CSP violations through the console, whose messages are collected anyway. */
const reportViolations = () => {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
    console.error(`Content security policy: ${violatedDirective} blocked ${blockedURI} ${sample}`)
  })
}

/**
 * Collects all errors of a context's pages: console errors and warnings, uncaught errors, failed requests, CSP
 * violations (TRUST-3).
 */
export async function collectPageErrors(context: BrowserContext): Promise<string[]> {
  const errors: string[] = []
  await context.addInitScript(reportViolations)
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      errors.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => {
    const reason = error.error()
    errors.push(`uncaught: ${reason.stack ?? reason.message}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A search aborts the one before it, and navigation aborts pending requests.
    if (reason !== 'net::ERR_ABORTED') errors.push(`request failed: ${request.url()} ${reason}`)
  })
  return errors
}
