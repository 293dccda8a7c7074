import {
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react'
import { useAppDispatch, useRightRefusal } from '../../api/kit/hooks'
import { features } from '../../features'
import { frameDialog, type FrameDialogProps } from '../../features/feature'
import { loadParts } from '../../resources'
import {
  OfferedDialogsContext,
  OpenDialogContext,
  type DialogName,
  type OpenDialog,
} from '../../resources/frameDialogs'
import { cannotOpen } from '../../ui/dialog/lazyDialog'
import { lazyPart } from '../../ui/page/lazyPart'
import { paletteKeys } from '../keys/paletteKeys'
import type { ArrivingDialog } from './ArrivingDialog'
import { EndedByLink } from './EndedByLink'

/** The order in the top bar (SHELL-9). */
const order: readonly DialogName[] = ['palette', 'calendar', 'task', 'meeting', 'message', 'notifications']

/** The palette, with the resources that it searches. */
const loadPalette = async () => {
  const [{ paletteOf }, resources] = await Promise.all([import('../palette/FrameDialog'), loadParts()])
  return { FrameDialog: paletteOf(resources) }
}

/** Dialogs that belong to no single area. */
const ownDialogs = [
  {
    ...frameDialog('palette', 'Search everything', loadPalette),
    keys: paletteKeys.join('+'),
  },
  frameDialog('keys', 'Keyboard shortcuts', () => import('../keys/FrameDialog'), 'nowhere'),
]

/** Every dialog of the layout, in the order of the top bar. */
export const frameDialogs = [...features.flatMap(({ dialogs = [] }) => dialogs), ...ownDialogs].toSorted(
  (one, other) => order.indexOf(one.name) - order.indexOf(other.name),
)

/** Those that the signed-in user is offered. */
export const useFrameDialogs = () => {
  const readsOnly = useRightRefusal('write') !== null
  return useMemo(() => frameDialogs.filter(({ writes }) => !readsOnly || !writes), [readsOnly])
}

interface Opened {
  label: string
  /** Null while loading. The initial values match the name: `open` checks that. */
  Dialog: ComponentType<FrameDialogProps<never>> | null
  begins: object
  /** The element that had the focus. */
  opener: Element | null
}

const { usePart: useWindow } = lazyPart(async () => (await import('./ArrivingDialog')).ArrivingDialog)

/** Loaded separately from the first page, and optional. Key presses while it is open must not reach the page. */
const Arriving = (props: ComponentProps<typeof ArrivingDialog>) => {
  const { Part } = useWindow()
  return Part ? <Part {...props} /> : <div role="dialog" aria-label={props.title} aria-busy />
}

/**
 * Opens the dialogs of the layout, one at a time; the window opens at once, its content once loaded. If that fails, the
 * page below stays as it is.
 */
export const FrameDialogs = ({ children }: { children: ReactNode }) => {
  const dispatch = useAppDispatch()
  const [opened, setOpened] = useState<Opened | null>(null)
  const dialogs = useFrameDialogs()
  const offered = useMemo(() => dialogs.map(({ name }) => name), [dialogs])
  const open = useCallback<OpenDialog>(
    (name: DialogName, begins: object = {}) => {
      const found = dialogs.find((dialog) => dialog.name === name)
      if (!found) return
      const { label, load } = found
      const arriving: Opened = { label, begins, opener: document.activeElement, Dialog: null }
      const replaceBy = (next: Opened | null) => setOpened((now) => (now === arriving ? next : now))
      setOpened(arriving)
      load().then(
        (Dialog) => replaceBy({ ...arriving, Dialog: Dialog as Opened['Dialog'] }),
        () => {
          replaceBy(null)
          dispatch(cannotOpen(label))
        },
      )
    },
    [dispatch, dialogs],
  )
  const close = () => setOpened(null)
  const opener = opened?.opener
  // The dialog replaces the window shown while loading, so it does not know the focus before both.
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    },
    [opener],
  )
  return (
    <OpenDialogContext value={open}>
      <OfferedDialogsContext value={offered}>{children}</OfferedDialogsContext>
      {opened && (
        <EndedByLink close={close}>
          {opened.Dialog ? (
            <opened.Dialog begins={opened.begins as never} close={close} />
          ) : (
            <Arriving title={opened.label} close={close} />
          )}
        </EndedByLink>
      )}
    </OpenDialogContext>
  )
}
