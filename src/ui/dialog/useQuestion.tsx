import { useState } from 'react'
import { lazyDialog } from './lazyDialog'
import type { Question } from './question'

const QuestionDialog = lazyDialog(async () => (await import('./QuestionDialog')).QuestionDialog)

interface Asked extends Question<string> {
  answer: (answer: string | null) => void
}

/** Asks in a dialog while something waits for the answer, which is null for none of those offered. */
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
    /** Stands wherever the question is asked. */
    question: asked && <QuestionDialog {...asked} close={() => asked.answer(null)} />,
  }
}

export type Ask = ReturnType<typeof useQuestion>['ask']
