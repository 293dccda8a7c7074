/** Text as addresses of the web and of mail spell it: no accents, no capitals, nothing but letters and digits between signs. */
export const toSlug = (text: string, sign: '-' | '.' = '-'): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}']/gu, '')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((part) => part !== '')
    .join(sign)
