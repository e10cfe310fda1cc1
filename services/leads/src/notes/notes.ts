import { Types } from 'mongoose';
import type { Actor, KeyActor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { Note } from '@crm/contracts/http/notes.js';
import { forbidden, notFound } from '@crm/platform/errors/app-error.js';
import type { LeadsContext } from '../context.js';
import { findHeldLead, findLead, withoutSealed, workableLead } from '../lead/lead.access.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { mayWork } from '../lead/lead.policy.js';
import { announceTimeline } from '../lead/announce-timeline.js';
import type { NoteDoc } from './note.model.js';

const maxListed = 1_000;

/** Notes with the names that their authors bear now. */
async function noteViews(
  { usersAtHand }: Pick<LeadsContext, 'usersAtHand'>,
  notes: readonly NoteDoc[],
): Promise<Note[]> {
  const authors = await usersAtHand.of(notes.map(({ user_id }) => user_id));
  return notes.map(({ _id, lead_id, user_id, by_key, message = '', createdAt }) => {
    const author = authors.get(user_id.toHexString());
    return {
      id: _id.toHexString(),
      user_id: user_id.toHexString(),
      lead_id: lead_id.toHexString(),
      message,
      fname: by_key ?? author?.fname ?? '',
      lname: author?.lname ?? '',
      createdAt: createdAt.toISOString(),
    };
  });
}

/** The notes of a lead that the actor may work, the newest first. Another agent's lead is 404. */
export async function listNotes(ctx: LeadsContext, actor: Actor, leadId: string): Promise<Note[]> {
  const { lead } = await workableLead(ctx, actor, leadId, withoutSealed);
  return notesOf(ctx, lead._id);
}

/** The notes of a lead, the newest first. */
export async function notesOf(
  ctx: Pick<LeadsContext, 'notes' | 'usersAtHand'>,
  lead_id: Types.ObjectId,
): Promise<Note[]> {
  const notes = await ctx.notes
    .find({ lead_id })
    .sort({ createdAt: -1, _id: -1 })
    .limit(maxListed)
    .lean<NoteDoc[]>();
  return noteViews(ctx, notes);
}

interface NoteInput {
  user_id: string;
  lead_id: string;
  /** Trimmed, and not empty, by its contract. */
  message: string;
}

/**
 * Writes a note in the actor's own name; in somebody else's nobody can, an admin neither. A note changes nothing of the
 * lead, so that it stands beside whatever somebody else does to it, and no hold is asked for.
 */
export async function createNote(
  ctx: LeadsContext,
  actor: Actor,
  { user_id, lead_id, message }: NoteInput,
): Promise<Note> {
  if (user_id !== actor.id) throw forbidden('You can only write notes in your own name');
  const { lead } = await workableLead(ctx, actor, lead_id, withoutSealed);
  return saveNote(ctx, lead, { user_id: new Types.ObjectId(actor.id), message });
}

/** Writes a note in the name of an API key. */
export async function createNoteByKey(
  ctx: LeadsContext,
  key: KeyActor,
  { lead_id, message }: Omit<NoteInput, 'user_id'>,
): Promise<Note> {
  const { lead } = await workableLead(ctx, 'system', lead_id, withoutSealed);
  const user_id = new Types.ObjectId(key.id.slice('api-key/'.length));
  return saveNote(ctx, lead, { user_id, by_key: key.fullname, message });
}

async function saveNote(
  ctx: LeadsContext,
  { _id: of }: Pick<LeadDoc, '_id'>,
  written: Pick<NoteDoc, 'user_id' | 'by_key' | 'message'>,
): Promise<Note> {
  const lead_id = of.toHexString();
  const stored: NoteDoc = {
    _id: new Types.ObjectId(),
    lead_id: of,
    ...written,
    createdAt: ctx.clock.now(),
  };
  await ctx.notes.collection.insertOne(stored);
  // The lead was deleted in between: its notes went before this one was there, and nothing else would find it.
  if ((await findLead(ctx, lead_id, withoutSealed)) === undefined) {
    await ctx.notes.deleteOne({ _id: stored._id });
    throw notFound('Lead');
  }
  announceTimeline(ctx, lead_id);
  const [view] = await noteViews(ctx, [stored]);
  if (view === undefined) throw new Error('A saved note is missing from the response');
  return view;
}

/** Deletes a note: its author, who may work the lead still, or an admin. One of another agent's lead is 404. */
export async function deleteNote(ctx: LeadsContext, actor: Actor, noteId: string): Promise<void> {
  const note = await ctx.notes.findById(new Types.ObjectId(noteId)).lean<NoteDoc>();
  if (note === null) throw notFound('Note');
  const { lead, hold } = await findHeldLead(ctx, note.lead_id.toHexString(), withoutSealed);
  if (lead === undefined || !mayWork(actor, lead, hold)) throw notFound('Note');
  if (actor.role !== roles.admin && note.user_id.toHexString() !== actor.id) {
    throw forbidden('Only the author or an admin can delete a note');
  }
  const { deletedCount } = await ctx.notes.deleteOne({ _id: note._id });
  if (deletedCount === 0) throw notFound('Note');
  announceTimeline(ctx, note.lead_id.toHexString());
}

/** Erases the notes of leads that are gone. */
export async function eraseNotes(
  { notes }: Pick<LeadsContext, 'notes'>,
  leadIds: readonly Types.ObjectId[],
): Promise<void> {
  if (leadIds.length > 0) await notes.deleteMany({ lead_id: { $in: [...leadIds] } });
}
