/** The tags that an If-None-Match header names, without what marks them as weak; proxies may have weakened them. */
export const tagsIn = (header: string | undefined): string[] =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
