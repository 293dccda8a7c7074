/** The link of a mail that confirms an email, or sets a password; '' where there is none. */
export const linkIn = (content: string): string =>
  /https?:\/\/\S+\/(?:confirm-email|reset-password)#[\w-]+/.exec(
    content.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='),
  )?.[0] ?? ''
