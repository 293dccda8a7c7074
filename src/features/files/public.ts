export { FilesPanel } from './FilesPanel'
export { PendingFiles } from './PendingFiles'
export { useFileCount } from './useFileCount'
export { useUploads } from './useUploads'
