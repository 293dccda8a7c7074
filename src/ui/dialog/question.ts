import type { ReactNode } from 'react'

/** Something that only whoever sits in front of it can decide. */
export interface Question<A extends string> {
  title: string
  text: ReactNode
  /** What the buttons say, by the answer that each gives. */
  answers: Readonly<Record<A, string>>
  /** What the button says that gives none of them: 'Cancel'. */
  otherwise?: string
}
