/** Text for web and mail addresses: without accents and capitals, only letters and digits between separators. */
export const toSlug = (text: string, sign: '-' | '.' = '-'): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}']/gu, '')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((part) => part !== '')
    .join(sign)
