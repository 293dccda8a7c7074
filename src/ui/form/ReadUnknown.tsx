import { useState } from 'react'

/** The part of the endpoint of one record that is used. */
export interface RowEndpoint {
  useQuery: (id: number) => unknown
}

const Read = ({ endpoint, id }: { endpoint: RowEndpoint; id: number }) => {
  endpoint.useQuery(id)
  return null
}

interface ReadUnknownProps {
  endpoint: RowEndpoint
  chosen: readonly number[]
  /** Those of the chosen that have no name yet. */
  unknown: readonly number[]
}

/**
 * Reads chosen records of which only the id is known, as those of a draft (TRUST-32). What has been read is held for as
 * long as it is chosen: otherwise it would be forgotten, and read again and again.
 */
export const ReadUnknown = ({ endpoint, chosen, unknown }: ReadUnknownProps) => {
  const [read, setRead] = useState<readonly number[]>([])
  const unread = unknown.filter((id) => !read.includes(id))
  if (unread.length > 0) setRead([...read, ...unread])
  return read.filter((id) => chosen.includes(id)).map((id) => <Read key={id} endpoint={endpoint} id={id} />)
}
