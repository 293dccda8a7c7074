import { useNotesOfQuery, type NotesOwner } from '../../api/notesApi'

/** Number of a record's notes; undefined until loaded. */
export const useNoteCount = (objectId: string, model: string): number | undefined =>
  useNotesOfQuery({ objectId, model } satisfies NotesOwner).data?.count
