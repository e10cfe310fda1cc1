import { z } from 'zod';
import { exampleLeadRow } from '../entities/lead.js';
import { outcome } from '../errors.js';
import { id, instant } from '../ids.js';
import { defineEndpoint } from '../endpoint/endpoint.js';

/** More than anybody writes about one call. */
export const noteLength = 5_000;

/** What somebody wrote about a lead (rule L34). */
export const note = z.object({
  id,
  user_id: id,
  lead_id: id,
  message: z.string(),
  fname: z.string(),
  lname: z.string(),
  createdAt: instant,
});
export type Note = z.infer<typeof note>;

const exampleNote: Note = {
  id: '66f0a1b2c3d4e5f6010207aa',
  user_id: '66f0a1b2c3d4e5f601020304',
  lead_id: exampleLeadRow.id,
  message: 'Asked to be called after 11 his time.',
  fname: 'Dana',
  lname: 'Reyes',
  createdAt: '2026-11-20T17:31:00.000Z',
};

export const listNotes = defineEndpoint({
  name: 'listNotes',
  method: 'GET',
  path: '/api/notes/{leadId}',
  service: 'leads',
  access: 'lead',
  given: true,
  audit: { action: 'lead.notes-read', subject: 'lead/{params.leadId}' },
  summary: 'The notes of a lead, newest first, at most 1,000.',
  params: z.object({ leadId: id }),
  answer: z.object({ notes: z.array(note) }),
  example: { params: { leadId: exampleNote.lead_id }, answer: { notes: [exampleNote] } },
});

export const createNote = defineEndpoint({
  name: 'createNote',
  method: 'POST',
  path: '/api/notes/create',
  service: 'leads',
  access: 'lead',
  given: true,
  audit: { action: 'lead.note-created', subject: 'lead/{body.lead_id}' },
  summary: "Adds a note in the user's own name. Empty after trimming: 422.",
  body: z.object({
    user_id: id,
    lead_id: id,
    message: z.string().trim().min(1, 'This field is required').max(noteLength, 'At most 5,000 characters'),
  }),
  answer: z.object({ note }),
  example: {
    body: { user_id: exampleNote.user_id, lead_id: exampleNote.lead_id, message: exampleNote.message },
    answer: { note: exampleNote },
  },
});

export const deleteNote = defineEndpoint({
  name: 'deleteNote',
  method: 'DELETE',
  path: '/api/notes/{id}',
  service: 'leads',
  access: 'lead',
  given: true,
  audit: { action: 'lead.note-deleted', subject: 'note/{params.id}' },
  summary: 'Deletes a note: by its author while they may work the lead, or by an admin.',
  params: z.object({ id }),
  answer: outcome,
  example: {
    params: { id: exampleNote.id },
    answer: { status: 'success', message: 'Note deleted' },
  },
});

export const notesEndpoints = [listNotes, createNote, deleteNote];
