/** The link of a mail that asks for an email to be confirmed; '' where there is none. */
export const linkIn = (content: string): string =>
  /https?:\/\/\S+\/confirm-email#[\w-]+/.exec(
    content.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='),
  )?.[0] ?? ''
