/** The pages of a sign-in through a directory, outside the application. */
import { signInPath } from '../../../src/contract/session'
import { escapeHtml } from '../../kit/present/escapeHtml'
import type { PlainPage } from '../../kit/http/plainPage'

/** Shows why the sign-in has failed, with a link back. */
export const problemPage = (detail: string, requestId: string): PlainPage => ({
  title: 'The directory cannot be used',
  content: `<p>${escapeHtml(detail)}</p>
<p><a href="${signInPath}">Back to sign-in</a></p>
<p><small>Request ${escapeHtml(requestId)}</small></p>`,
})

/** An account to choose. */
interface Choice {
  username: string
  name: string
}

/** The built-in directory's page: it asks for no password, since the demo password is public. */
export const choicePage = (choices: readonly Choice[]): PlainPage => ({
  title: 'Demo directory',
  content: `<p>This installation has no directory of its own yet. Until it has, the demo accounts of the provider’s team,
whose password is public, sign in here without it.</p>
<form method="post">
${choices
  .map(
    ({ username, name }) =>
      `<button class="main" name="username" value="${escapeHtml(username)}">Continue as ${escapeHtml(name)} (${escapeHtml(username)})</button>`,
  )
  .join('\n')}
</form>
<p></p>
<p><a href="${signInPath}">Back to sign-in</a></p>`,
})
