/** The page of the built-in provider that asks for consent. */
import { escapeHtml } from '../../kit/present/escapeHtml'

/** Asks one user of one installation. */
export const consentPage = ({
  name,
  username,
  email,
  installation,
  state,
}: Record<'name' | 'username' | 'email' | 'installation' | 'state', string>) => ({
  title: 'Connect your mail and calendar',
  content: `<p><strong>${escapeHtml(name)}</strong> (${escapeHtml(username)}), the Citygate at
<strong>${escapeHtml(installation)}</strong> asks to use the account <strong>${escapeHtml(email)}</strong>:</p>
<ul>
<li>to send and receive messages in your name,</li>
<li>to read your calendars,</li>
<li>to create events and to invite people to them.</li>
</ul>
<form method="post">
<input type="hidden" name="state" value="${escapeHtml(state)}">
<button class="main" name="answer" value="allow">Allow</button>
<button name="answer" value="deny">Deny</button>
</form>`,
})

/** Shows why consent cannot be requested. */
export const problemPage = (detail: string, requestId: string) => ({
  title: 'The account cannot be connected',
  content: `<p>${escapeHtml(detail)}</p>
<p>You may close this window.</p>
<p><small>Request ${escapeHtml(requestId)}</small></p>`,
})
