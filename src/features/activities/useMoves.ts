import { useRef, useState } from 'react'
import { eventsApi, useMoveEventMutation } from '../../api/activitiesApi'
import { useAppDispatch } from '../../api/kit/hooks'
import type { RootState } from '../../api/kit/createStore'
import { selectRow } from '../../store/entities'
import type { Time } from '../../ui/calendar/moving'

const isSame = (one: Time | undefined, other: Time) => one?.start === other.start && one.end === other.end

/**
 * Moves events at once for whoever looks, and on the server one change after the other: each knows the version that
 * the one before has made. What cannot be moved goes back to where it was; a toast says so.
 */
export const useMoves = () => {
  const [places, setPlaces] = useState<ReadonlyMap<number, Time>>(new Map())
  const wanted = useRef(new Map<number, Time>())
  const [send] = useMoveEventMutation()
  const dispatch = useAppDispatch()

  const show = () => setPlaces(new Map(wanted.current))

  const save = async (id: number) => {
    for (let to = wanted.current.get(id), sent: Time | undefined; to && !isSame(sent, to);) {
      const row = dispatch((_dispatch, getState: () => RootState) => selectRow(getState(), 'activities', id))
      if (!row) break
      try {
        await send({ id, version: row.version, body: to }).unwrap()
      } catch {
        // The endpoint has told of it; what stands there now is read again.
        dispatch(eventsApi.util.invalidateTags([{ type: 'activities', id }]))
        break
      }
      sent = to
      // It may have been moved on meanwhile.
      to = wanted.current.get(id)
    }
    wanted.current.delete(id)
    show()
  }

  return {
    /** Where events are that are being moved. */
    places,
    move: (id: number, to: Time) => {
      const isUnderWay = wanted.current.has(id)
      wanted.current.set(id, to)
      show()
      if (!isUnderWay) void save(id)
    },
  }
}
