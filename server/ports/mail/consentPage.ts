/** The page of the built-in provider that asks for consent: plain HTML, without any script. */
import { escapeHtml } from '../../kit/present/escapeHtml'

/** Nothing is loaded; the one style runs by its nonce, the form goes to this server. */
export const consentPolicy = (nonce: string): string =>
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
h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.3 }
p, ul { margin: 0 0 16px }
ul { padding-left: 20px }
strong { overflow-wrap: anywhere }
small { color: var(--quiet); overflow-wrap: anywhere }
form { display: flex; flex-wrap: wrap; gap: 8px }
button { flex: 1 1 160px; min-height: 44px; padding: 8px 16px; font: inherit; cursor: pointer;
  color: var(--text); background: none; border: 1px solid var(--line); border-radius: 4px }
button[value=allow] { color: var(--on-accent); background: var(--accent); border-color: var(--accent) }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`

const page = (nonce: string, title: string, content: string): string => `<!doctype html>
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

/** Asks one user of one installation. */
export const consentPage = (
  nonce: string,
  {
    name,
    username,
    email,
    installation,
    state,
  }: Record<'name' | 'username' | 'email' | 'installation' | 'state', string>,
): string =>
  page(
    nonce,
    'Connect your mail and calendar',
    `<p><strong>${escapeHtml(name)}</strong> (${escapeHtml(username)}), the Citygate at
<strong>${escapeHtml(installation)}</strong> asks to use the account <strong>${escapeHtml(email)}</strong>:</p>
<ul>
<li>to send and receive messages in your name,</li>
<li>to read your calendars,</li>
<li>to create events and to invite people to them.</li>
</ul>
<form method="post">
<input type="hidden" name="state" value="${escapeHtml(state)}">
<button name="answer" value="allow">Allow</button>
<button name="answer" value="deny">Deny</button>
</form>`,
  )

/** Says why nobody can be asked. */
export const problemPage = (nonce: string, detail: string, requestId: string): string =>
  page(
    nonce,
    'The account cannot be connected',
    `<p>${escapeHtml(detail)}</p>
<p>You may close this window.</p>
<p><small>Request ${escapeHtml(requestId)}</small></p>`,
  )
