import { useRef, useState } from 'react';
import { afterStatusSaved, type SavableStatus } from '@crm/contracts/codes/statuses.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { useNextLead } from '../day/useNextLead.js';
import { usePlannedFollowup } from '../followups/usePlannedFollowup.js';
import { useLeadActions } from '../leads/lead/useLeadActions.js';
import { useNoteActions } from '../leads/notes/useNotes.js';
import { useCurrentUser } from '../session/SessionContext.js';

interface Outcome {
  status: SavableStatus;
  /** When to come back, where that was chosen with the status. */
  followupAt: Date | undefined;
  note: string;
  opensNext: boolean;
}

/**
 * Saves the outcome of a call: the note and the follow-up before the status, which ends the question. Where one is refused,
 * its call says so, the rest waits, and another attempt does not repeat what is saved.
 */
export function useSaveOutcome(lead: Lead, onSaved: () => void) {
  const { status, isOwed } = useLeadActions(lead, onSaved);
  const { creation: noteCreation } = useNoteActions(lead.id);
  const followup = usePlannedFollowup(lead);
  const next = useNextLead();
  const { role_id } = useCurrentUser();
  const [isSaving, setSaving] = useState(false);
  const savedNote = useRef('');

  const saveNote = async (note: string) => {
    if (note === '' || note === savedNote.current) return;
    await noteCreation.mutateAsync(note);
    savedNote.current = note;
  };

  const save = async ({ status: chosen, followupAt, note, opensNext }: Outcome) => {
    if (isSaving) return;
    const planned = afterStatusSaved(chosen) === 'follow-up' ? followupAt : undefined;
    setSaving(true);
    try {
      await saveNote(note.trim());
      if (planned) await followup.plan(planned);
      await status.mutateAsync({
        status: chosen,
        hasFollowup: planned !== undefined,
        then: opensNext
          ? () => {
              next.open({ leaving: lead.id });
            }
          : undefined,
      });
    } catch {
      // Each of the calls has said why it was refused.
    } finally {
      setSaving(false);
    }
  };

  return {
    save: (outcome: Outcome) => void save(outcome),
    isSaving,
    isOwed,
    isFollowupUnknown: followup.isUnknown,
    /** Guides go from call to call: their next lead is the dialler's. */
    mayOpenNext: role_id !== roles.guide,
  };
}
