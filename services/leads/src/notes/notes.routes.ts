import * as calls from '@crm/contracts/http/notes.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { LeadsContext } from '../context.js';
import { success } from '@crm/platform/http/outcomes.js';
import { createNote, deleteNote, listNotes } from './notes.js';

/** The calls about the notes of a lead. */
export function noteRoutes(ctx: LeadsContext): Route[] {
  return [
    route(calls.listNotes, async (actor, { params }) => ({
      notes: await listNotes(ctx, actor, params.leadId),
    })),
    route(calls.createNote, async (actor, { body }) => ({ note: await createNote(ctx, actor, body) })),
    route(calls.deleteNote, async (actor, { params }) => {
      await deleteNote(ctx, actor, params.id);
      return success('Note deleted');
    }),
  ];
}
