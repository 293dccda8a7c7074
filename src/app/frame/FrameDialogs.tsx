import { Suspense, useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { features } from '../../features'
import type { FrameDialogProps } from '../../features/feature'
import {
  OfferedDialogsContext,
  OpenDialogContext,
  type DialogName,
  type OpenDialog,
} from '../../records/frameDialogs'
import { Dialog } from '../../ui/dialog/Dialog'

/** The order of the top bar (SHELL-9). */
const order: readonly DialogName[] = ['calendar', 'task', 'meeting', 'message']

/** Every dialog that opens above any page, in the order of the top bar. */
export const frameDialogs = features
  .flatMap(({ dialogs = [] }) => dialogs)
  .toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name))

const offered = frameDialogs.map(({ name }) => name)

interface Opened {
  label: string
  /** Its begins are those of its name: `open` has seen to that. */
  Dialog: ComponentType<FrameDialogProps<never>>
  begins: object
  /** What had the focus. */
  opener: Element | null
}

const Arriving = ({ title, close }: { title: string; close: () => void }) => (
  <Dialog title={title} close={close}>
    <div className="record-waiting" role="status" aria-label="Loading">
      <span className="bar" />
      <span className="bar" />
      <span className="bar" />
    </div>
  </Dialog>
)

/** Opens the dialogs of the frame, one at a time; the window is there at once, what it asks as soon as it is fetched. */
export const FrameDialogs = ({ children }: { children: ReactNode }) => {
  const [opened, setOpened] = useState<Opened | null>(null)
  const open = useCallback<OpenDialog>((name: DialogName, begins: object = {}) => {
    const found = frameDialogs.find((dialog) => dialog.name === name)
    if (found) setOpened({ ...found, begins, opener: document.activeElement } as Opened)
  }, [])
  const close = () => setOpened(null)
  // The dialog takes the place of the window that announced it, and so does not know what had the focus before both.
  useEffect(
    () => () => {
      if (opened?.opener instanceof HTMLElement && opened.opener.isConnected) opened.opener.focus()
    },
    [opened],
  )
  return (
    <OpenDialogContext value={open}>
      <OfferedDialogsContext value={offered}>{children}</OfferedDialogsContext>
      {opened && (
        <Suspense fallback={<Arriving title={opened.label} close={close} />}>
          <opened.Dialog begins={opened.begins as never} close={close} />
        </Suspense>
      )}
    </OpenDialogContext>
  )
}
