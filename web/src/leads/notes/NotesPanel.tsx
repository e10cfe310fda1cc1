import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { roles } from '@crm/contracts/codes/roles.js';
import type { Note } from '@crm/contracts/http/notes.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { useNoteWords } from '../../i18n/notes.en.js';
import { useCurrentUser } from '../../session/SessionContext.js';
import type { LeadPanelProps } from '../lead-page/lead-tab.js';
import { NoteComposer } from './NoteComposer.js';
import { NoteItem } from './NoteItem.js';
import { useNoteDeeds, useNotes } from './useNotes.js';

/** The notes of a lead, and where the next is written (lead-work section 2, Notes tab). */
export default function NotesPanel({ lead }: LeadPanelProps) {
  const words = useNoteWords();
  const user = useCurrentUser();
  const { data: notes, error, refetch } = useNotes(lead.id);
  const { creation, removal } = useNoteDeeds(lead.id);
  const [doomed, setDoomed] = useState<Note>();
  const mayDelete = (note: Note) => user.role_id === roles.admin || note.user_id === user.id;

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, maxWidth: 760 }}>
      <Box tabIndex={0} sx={{ flex: 1, minHeight: 96, overflow: 'auto', px: 2, pt: 1.5 }}>
        {notes?.length === 0 && (
          <Typography variant="body2" color="textSecondary">
            {words('crm.note.none')}
          </Typography>
        )}
        {error !== null && notes === undefined && (
          <Box role="alert">
            <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
              {words('crm.note.failed')}
            </Typography>
            <Button size="small" variant="outlined" onClick={() => void refetch()}>
              {words('crm.action.retry')}
            </Button>
          </Box>
        )}
        {notes !== undefined && notes.length > 0 && (
          <Box component="ul" aria-label={words('crm.note.list')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {notes.map((note) => (
              <NoteItem
                key={note.id}
                note={note}
                onDelete={
                  mayDelete(note)
                    ? () => {
                        setDoomed(note);
                      }
                    : undefined
                }
              />
            ))}
          </Box>
        )}
      </Box>
      <NoteComposer
        isSending={creation.isPending}
        onSend={(message, onSent) => {
          creation.mutate(message, { onSuccess: onSent });
        }}
      />
      {doomed && (
        <DeleteNoteDialog
          note={doomed}
          isDeleting={removal.isPending}
          onClose={() => {
            setDoomed(undefined);
          }}
          onDelete={() => {
            removal.mutate(doomed.id, {
              onSettled: () => {
                setDoomed(undefined);
              },
            });
          }}
        />
      )}
    </Box>
  );
}

interface DeleteProps {
  note: Note;
  isDeleting: boolean;
  onDelete: () => void;
  onClose: () => void;
}

function DeleteNoteDialog({ note, isDeleting, onDelete, onClose }: DeleteProps) {
  const words = useNoteWords();
  return (
    <DialogFrame
      open
      width={400}
      title={words('crm.note.deleteTitle')}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" autoFocus onClick={onClose}>
            {words('crm.action.close')}
          </Button>
          <Button variant="contained" color="error" loading={isDeleting} onClick={onDelete}>
            {words('crm.note.deleteAction')}
          </Button>
        </>
      }
    >
      <Typography color="text.secondary">{words('crm.note.deleteText')}</Typography>
      <Typography
        variant="body2"
        tabIndex={0}
        sx={{ mt: 1, maxHeight: 120, overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {note.message}
      </Typography>
    </DialogFrame>
  );
}
