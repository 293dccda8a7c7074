import { useRef, useState } from 'react'
import { eventsApi, useMoveEventMutation } from '../../api/activitiesApi'
import { useAppDispatch } from '../../api/kit/hooks'
import type { RootState } from '../../api/kit/createStore'
import { selectRow } from '../../store/entities'
import type { Time } from '../../ui/calendar/moving'

const isSame = (one: Time | undefined, other: Time) => one?.start === other.start && one.end === other.end

/**
 * Moves events optimistically, and sends the changes of each one after the other, based on the version returned by the
 * one before. A failed move is reverted, with a toast.
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
        const { start, end } = to
        await send({ id, version: row.version, body: { start, end } }).unwrap()
      } catch {
        // The endpoint shows the toast; the current state is refetched.
        dispatch(eventsApi.util.invalidateTags([{ type: 'activities', id }]))
        break
      }
      sent = to
      // It may have been moved again meanwhile.
      to = wanted.current.get(id)
    }
    wanted.current.delete(id)
    show()
  }

  return {
    /** The new times of events being moved. */
    places,
    move: (id: number, to: Time) => {
      const isUnderWay = wanted.current.has(id)
      wanted.current.set(id, to)
      show()
      if (!isUnderWay) void save(id)
    },
  }
}
