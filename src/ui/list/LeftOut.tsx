import { Notice } from '../feedback/Notice'
import type { ListControl } from './useListState'
import './left-out.css'

/** Tells what a list leaves out of its address: filters, an order and a shape that it does not know (VIEW-1). */
export const LeftOut = ({ list: { leftOut } }: { list: ListControl }) =>
  leftOut.length > 0 && (
    <div role="status">
      <Notice className="list-left-out">
        <p>This address has filters that the list does not know: {leftOut.join(', ')}.</p>
      </Notice>
    </div>
  )
