export { NotesPanel } from './NotesPanel'
export { useNoteCount } from './useNoteCount'
