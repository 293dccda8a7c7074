import { escapeHtml } from '../../kit/present/escapeHtml'
import type { ProfileFetcher, Subject } from '.'

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0
    ? ''
    : `<h2>${title}</h2>\n<ul>\n${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('\n')}\n</ul>\n`

const page = (
  slug: string,
  { name, jobTitle, organizations, emails, phones }: Subject,
): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeHtml(name)}</title>
<h1>${escapeHtml(name)}</h1>
<p>Profile "${escapeHtml(slug)}". No profile service is connected: this page holds what Citygate itself knows.</p>
${section('Job title', jobTitle === null ? [] : [jobTitle])}${section('Current companies', organizations)}${section('Email', emails)}${section('Telephone', phones)}</html>
`

/** Composes the profile from the system's own data about the contact, which it states. */
export const builtInProfiles = (): ProfileFetcher => ({
  fetch: (slug, subject) =>
    Promise.resolve({ content: Buffer.from(page(slug, subject)), filename: `${slug}.html` }),
})
