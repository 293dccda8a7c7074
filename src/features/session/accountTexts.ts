/** Texts for the states of a registration. */
export const accountTexts = {
  waiting: {
    title: 'Your account waits for approval',
    text: 'The provider’s team looks at it next. As soon as it is approved, you can sign in with the username and the password that you have chosen.',
  },
  active: {
    title: 'Your account is open',
    text: 'Sign in with the username and the password that you have chosen.',
  },
} as const
