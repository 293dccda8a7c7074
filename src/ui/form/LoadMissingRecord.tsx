import { useState } from 'react'

/** The used part of the endpoint of one record. */
export interface RowEndpoint {
  useQuery: (id: number) => unknown
}

const Read = ({ endpoint, id }: { endpoint: RowEndpoint; id: number }) => {
  endpoint.useQuery(id)
  return null
}

interface LoadMissingRecordProps {
  endpoint: RowEndpoint
  chosen: readonly number[]
  /** The selected ids without a known name. */
  unknown: readonly number[]
}

/**
 * Loads selected records of which only the id is known, such as those of a draft (TRUST-32). The subscription lasts as
 * long as the selection: otherwise the record would leave the cache and be requested again and again.
 */
export const LoadMissingRecord = ({ endpoint, chosen, unknown }: LoadMissingRecordProps) => {
  const [read, setRead] = useState<readonly number[]>([])
  const unread = unknown.filter((id) => !read.includes(id))
  if (unread.length > 0) setRead([...read, ...unread])
  return read.filter((id) => chosen.includes(id)).map((id) => <Read key={id} endpoint={endpoint} id={id} />)
}
