import { useNotesOfQuery, type NotesOwner } from '../../api/notesApi'

/** How many notes a record has; undefined until that is known. */
export const useNoteCount = (objectId: string, model: string): number | undefined =>
  useNotesOfQuery({ objectId, model } satisfies NotesOwner).data?.count
