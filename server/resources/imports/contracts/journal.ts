/** What an import of contracts has made, as it is kept to be taken back. */
import type { Row } from '../../../../src/contract'

/** A contract, or an account under it. */
export interface Made {
  resource: 'contracts' | 'contractAccounts'
  id: number
  contract: number
  /** Of an account. */
  status: Row<'contractAccounts'>['status'] | null
}

/** A made record with the line by which it is kept. */
export type KeptMade = Made & { line: number }

export const madeOf = ({ line, content }: { line: number; content: string }): KeptMade => ({
  ...(JSON.parse(content) as Made),
  line,
})
