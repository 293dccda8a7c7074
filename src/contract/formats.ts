/** What a text has to look like, for both sides: the form asks the same question as the server. */

/** A form of text, and what somebody is told whose text has another one (part 2 §5). */
interface FormatRule {
  readonly fits: (value: string) => boolean
  readonly text: string
}

const isWebAddress = (value: string): boolean => {
  if (!/^https?:\/\/\S+$/i.test(value) || !URL.canParse(value)) return false
  const { hostname } = new URL(value)
  return /^[^.]+(\.[^.]+)+$/.test(hostname) || hostname === 'localhost'
}

export const formats = {
  url: { fits: isWebAddress, text: 'You should provide a valid URL.' },
  email: {
    fits: (value) =>
      /^[^\s\p{Cc}\p{Cs}@,;:<>()[\]"\\]+@[^\s\p{Cc}\p{Cs}@.,;:<>()[\]"\\]+(\.[^\s\p{Cc}\p{Cs}@.,;:<>()[\]"\\]+)+$/u.test(
        value,
      ),
    text: 'You should provide a valid email.',
  },
  /** Of one script and without spaces, so that no name looks like another one. */
  username: {
    fits: (value) => /^[\p{Script=Latin}\d][\p{Script=Latin}\d._@+-]*$/u.test(value),
    text: 'Use letters, digits and . _ @ + - only.',
  },
  phone: {
    fits: (value) => /^\d{3}-\d{3}-\d{4}$/.test(value),
    text: 'You should provide a phone number (###-###-####)',
  },
  color: {
    fits: (value) => /^#([\da-f]{3}|[\da-f]{6})$/i.test(value),
    text: 'Enter a hex colour such as #222 or #1f6feb.',
  },
} as const satisfies Record<string, FormatRule>

export type Format = keyof typeof formats
