import { useQueryClient } from '@tanstack/react-query';
import { type Note, createNote, deleteNote, listNotes } from '@crm/contracts/http/notes.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { useCurrentUser } from '../../session/SessionContext.js';
import { belongingsKey } from '../lead/belongings.js';
import { openedPart } from '../lead/opening.js';
import { useVerbQuery } from '../../providers/useVerbQuery.js';

const keyOf = (leadId: string) => [...belongingsKey(leadId), 'notes'];

/** The notes of a lead, the newest first. */
export function useNotes(leadId: string) {
  const client = useQueryClient();
  return useVerbQuery<Note[]>({
    key: keyOf(leadId),
    ask: async (provider, signal) =>
      (await openedPart(client, leadId, 'notes')) ??
      (await provider.call(listNotes, { params: { leadId }, signal })).notes,
    refetchOnWindowFocus: true,
  });
}

/** Writing and deleting notes; what was done is in the list at once. */
export function useNoteActions(leadId: string) {
  const { id: user_id } = useCurrentUser();
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  const keep = async (change: (notes: Note[]) => Note[]) => {
    // An answer under way may be from before.
    await client.cancelQueries({ queryKey: keyOf(leadId) });
    client.setQueryData<Note[]>(keyOf(leadId), (notes = []) => change(notes));
  };
  const creation = useVerb(
    (provider, message: string) => provider.call(createNote, { body: { user_id, lead_id: leadId, message } }),
    { onSuccess: ({ note }) => void keep((notes) => [note, ...notes.filter(({ id }) => id !== note.id)]) },
  );
  const removal = useVerb((provider, id: string) => provider.call(deleteNote, { params: { id } }), {
    onSuccess: (answer, id) => {
      void keep((notes) => notes.filter((note) => note.id !== id));
      showAnswer(answer);
    },
    // Gone already, or the lead is: the list says which.
    onRefused: () => void client.invalidateQueries({ queryKey: keyOf(leadId) }),
  });
  return { creation, removal };
}
