import { diffWords } from 'diff'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/antd/Button'

/** A part of a text: taken out, put in, or as it was. */
interface Part {
  value: string
  added?: boolean
  removed?: boolean
}

/** Characters that are shown before all are asked for, and of what has not changed around a change. */
const longest = 600
const around = 80

/** Milliseconds and edits after which a difference is given up: texts of a megabyte would hold the page up. */
const limits = { timeout: 100, maxEditLength: 2_000 } as const

/** Two texts as one; where they have too little in common, one after the other. */
const partsOf = (before: string | null, after: string): readonly Part[] =>
  before === null
    ? [{ value: after }]
    : (diffWords(before, after, limits) ?? [
        { value: before, removed: true },
        { value: after, added: true },
      ])

/** What has not changed, by its ends, which are beside changes. */
const shortened = (value: string, isFirst: boolean, isLast: boolean): string => {
  const [start, end] = [isFirst ? 0 : around, isLast ? 0 : around]
  return value.length <= start + end + around
    ? value
    : `${value.slice(0, start)} … ${value.slice(value.length - end)}`
}

/** The changes with what is around them, cut at an end. */
const excerptOf = (parts: readonly Part[]): readonly Part[] => {
  let left = longest
  return parts.flatMap((part, index) => {
    if (left <= 0) return []
    const isSame = !part.added && !part.removed && parts.length > 1
    const value = isSame ? shortened(part.value, index === 0, index === parts.length - 1) : part.value
    const shown = value.length > left ? `${value.slice(0, left)}…` : value
    left -= value.length
    return [{ ...part, value: shown }]
  })
}

const lengthOf = (parts: readonly Part[]) => parts.reduce((sum, { value }) => sum + value.length, 0)

interface LongTextProps {
  /** Null: there was none, and the later one is shown without a difference. */
  before: string | null
  /** Empty where it was taken out. */
  after: string
}

/** A long text after a change, with what was taken out and what was put in (HIST-1). */
export const LongText = ({ before, after }: LongTextProps) => {
  const [isWhole, setIsWhole] = useState(false)
  const parts = useMemo(() => partsOf(before, after), [before, after])
  const isLong = lengthOf(parts) > longest
  const shown = isLong && !isWhole ? excerptOf(parts) : parts
  return (
    <>
      <p className="history-text">
        {shown.map(({ value, added, removed }, index) => {
          const Text = added ? 'ins' : removed ? 'del' : 'span'
          return <Text key={index}>{value}</Text>
        })}
      </p>
      {isLong && (
        <Button size="small" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  )
}
