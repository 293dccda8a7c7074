import type { ReactNode } from 'react'

/** A decision for the user. */
export interface Question<A extends string> {
  title: string
  text: ReactNode
  /** Button labels by answer. */
  answers: Readonly<Record<A, string>>
  /** Label of the button without an answer: 'Cancel'. */
  otherwise?: string
}
