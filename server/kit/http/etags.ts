/** The tags of an If-None-Match header, without the weak marks, which proxies may have added. */
export const etagsIn = (header: string | undefined): string[] =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
