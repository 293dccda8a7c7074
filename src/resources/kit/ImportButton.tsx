import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import { useState } from 'react'
import { useIsAllowed, useRightRefusal } from '../../api/kit/hooks'
import { importKinds } from '../../contract/imports'
import { Button } from '../../ui/antd/Button'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import type { ImportView } from './importView'

const ImportDialog = lazyDialog(async () => (await import('./ImportDialog')).ImportDialog)

interface ImportButtonProps {
  view: ImportView
  /** The record that all rows belong to, where it is known. */
  target?: number
  /** 'Import' where that is clear. */
  label?: string
  /** What the fields of the options begin with. */
  suggested?: Readonly<Record<string, number | null>>
}

const nothing = {}

/** Opens the import of a table, for users who may create its rows (GAS-4, GAS-7). */
export const ImportButton = ({ view, target, label = 'Import', suggested = nothing }: ImportButtonProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const isAllowed = useIsAllowed(importKinds[view.name].resource, 'create')
  const mayImport = useRightRefusal('import') === null
  if (!isAllowed || !mayImport) return null
  return (
    <>
      <Button icon={<UploadOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ImportDialog
          view={view}
          target={target ?? null}
          suggested={suggested}
          close={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
