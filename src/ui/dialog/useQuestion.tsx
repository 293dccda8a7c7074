import { useState } from 'react'
import { lazyDialog } from './lazyDialog'
import type { Question } from './question'

const QuestionDialog = lazyDialog(async () => (await import('./QuestionDialog')).QuestionDialog)

interface Asked extends Question<string> {
  answer: (answer: string | null) => void
}

/** Opens a question in a dialog and resolves with the answer, or null for none. */
export const useQuestion = () => {
  const [asked, setAsked] = useState<Asked | null>(null)
  return {
    ask: <A extends string>(question: Question<A>): Promise<A | null> =>
      new Promise((resolve) =>
        setAsked({
          ...question,
          answer: (answer) => {
            setAsked(null)
            resolve(answer as A | null)
          },
        }),
      ),
    /** To be rendered by the component that asks. */
    question: asked && <QuestionDialog {...asked} close={() => asked.answer(null)} />,
  }
}

export type Ask = ReturnType<typeof useQuestion>['ask']
