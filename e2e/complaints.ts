import type { BrowserContext } from 'playwright-core'

/** Tells of a blocked resource through the console, whose messages are kept anyway. */
const reportViolations = () => {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
    console.error(`Content security policy: ${violatedDirective} blocked ${blockedURI} ${sample}`)
  })
}

/**
 * Collects everything that a browser complains of in a context: console errors and warnings, uncaught errors,
 * failed requests, violations of the content security policy (TRUST-3).
 */
export async function collectComplaints(context: BrowserContext): Promise<string[]> {
  const complaints: string[] = []
  await context.addInitScript(reportViolations)
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => {
    const reason = error.error()
    complaints.push(`uncaught: ${reason.stack ?? reason.message}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A search cancels the one before it, and leaving a page cancels what it still waits for.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`request failed: ${request.url()} ${reason}`)
  })
  return complaints
}
