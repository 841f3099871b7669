/** What the area notes offers the others. */

export { readNoteBeginnings } from './notes.view.ts';
