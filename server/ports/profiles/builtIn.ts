import type { ProfileFetcher, Subject } from '.'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0
    ? ''
    : `<h2>${title}</h2>\n<ul>\n${lines.map((line) => `<li>${escape(line)}</li>`).join('\n')}\n</ul>\n`

const page = (
  slug: string,
  { name, jobTitle, organizations, emails, phones }: Subject,
): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escape(name)}</title>
<h1>${escape(name)}</h1>
<p>Profile "${escape(slug)}". No profile service is connected: this page holds what Citygate itself knows.</p>
${section('Job title', jobTitle === null ? [] : [jobTitle])}${section('Current companies', organizations)}${section('Email', emails)}${section('Telephone', phones)}</html>
`

/** Makes the profile from what the system knows of the contact, and says so in it. */
export const builtInProfiles = (): ProfileFetcher => ({
  fetch: (slug, subject) =>
    Promise.resolve({ content: Buffer.from(page(slug, subject)), filename: `${slug}.html` }),
})
