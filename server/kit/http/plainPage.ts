/** Pages of the server's own, outside the application: plain HTML without scripts. */
import { randomBytes } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { ApiError } from '../errors'
import { escapeHtml } from '../present/escapeHtml'

/** Loads nothing; the one style runs by its nonce, the form goes to this server. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
  ].join('; ')

const style = `
:root { color-scheme: light dark; --accent: #0b5c6b; --on-accent: #fff; --background: #f5f7f7; --surface: #fff;
  --line: #85979b; --text: #15262b; --quiet: #53666b }
@media (prefers-color-scheme: dark) {
  :root { --accent: #5cc0d0; --on-accent: #05242a; --background: #0e1618; --surface: #151f22;
    --line: #647b81; --text: #e3ebed; --quiet: #9db1b6 }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px;
  background: var(--background); color: var(--text);
  font: 16px/1.5 'Segoe UI', system-ui, -apple-system, Roboto, 'Helvetica Neue', Arial, sans-serif }
main { width: 100%; max-width: 440px; padding: 24px; background: var(--surface);
  border: 1px solid var(--line); border-radius: 4px }
a { color: var(--accent) }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.3 }
p, ul { margin: 0 0 16px }
ul { padding-left: 20px }
strong { overflow-wrap: anywhere }
small { color: var(--quiet); overflow-wrap: anywhere }
form { display: flex; flex-wrap: wrap; gap: 8px }
button { flex: 1 1 160px; min-height: 44px; padding: 8px 16px; font: inherit; cursor: pointer;
  color: var(--text); background: none; border: 1px solid var(--line); border-radius: 4px }
button.main { color: var(--on-accent); background: var(--accent); border-color: var(--accent) }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`

/** A whole page, in the colours of the product. */
const plainPage = (nonce: string, title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`

/** The content is HTML, the title is text. */
export interface PlainPage {
  title: string
  content: string
}

/** A page as text, and the policy to send with it. */
export function renderPlainPage({ title, content }: PlainPage): { html: string; policy: string } {
  const nonce = randomBytes(16).toString('base64url')
  return { html: plainPage(nonce, title, content), policy: policy(nonce) }
}

export function sendPlainPage(reply: FastifyReply, page: PlainPage): FastifyReply {
  const { html, policy } = renderPlainPage(page)
  return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html)
}

/** Shows errors to browsers as pages; programs get the usual JSON. */
export function errorsAsPages(
  scope: FastifyInstance,
  problem: (detail: string, requestId: string) => PlainPage,
): void {
  const answerAsJson = scope.errorHandler
  scope.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    if (!(error instanceof ApiError) || !request.headers.accept?.includes('text/html')) {
      answerAsJson(error, request, reply)
      return reply
    }
    return sendPlainPage(reply.code(error.status), problem(error.message, request.id))
  })
}

/** A form holds a few short fields. */
const maxFormBytes = 16_384

/** Lets routes accept the forms of such pages. */
export function takeForms(scope: FastifyInstance): void {
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  )
}
