import type { FrameDialogProps } from '../../features/feature'
import type { LoadedResource } from '../../resources'
import { Dialog } from '../../ui/dialog/Dialog'
import { Palette } from './Palette'
import { searchOf } from './useFound'

/** The command palette: finds pages, records and commands. */
export const paletteOf = (resources: readonly LoadedResource[]) => {
  const useFound = searchOf(resources)
  return ({ close }: FrameDialogProps<'palette'>) => (
    <Dialog title="Search everything" width={640} close={close}>
      <Palette useFound={useFound} close={close} />
    </Dialog>
  )
}
