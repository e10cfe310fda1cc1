import { useState } from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { roles } from '@crm/contracts/codes/roles.js';
import type { Note } from '@crm/contracts/http/notes.js';
import { RetryButton } from '../../controls/RetryButton.js';
import { QuestionDialog } from '../../controls/QuestionDialog.js';
import { useNoteMessages } from '../../i18n/notes.en.js';
import { useCurrentUser } from '../../session/SessionContext.js';
import type { LeadPanelProps } from '../lead/lead-tab.js';
import { NoteComposer } from './NoteComposer.js';
import { NoteItem } from './NoteItem.js';
import { useNoteActions, useNotes } from './useNotes.js';

/** The notes of a lead, and where the next is written (rule L34). */
export default function NotesPanel({ lead }: LeadPanelProps) {
  const translate = useNoteMessages();
  const user = useCurrentUser();
  const { data: notes, error, refetch } = useNotes(lead.id);
  const { creation, removal } = useNoteActions(lead.id);
  const [doomed, setDoomed] = useState<Note>();
  const mayDelete = (note: Note) => user.role_id === roles.admin || note.user_id === user.id;

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, maxWidth: 760 }}>
      <Box tabIndex={0} sx={{ flex: 1, minHeight: 96, overflow: 'auto', px: 2, pt: 1.5 }}>
        {notes?.length === 0 && (
          <Typography variant="body2" color="textSecondary">
            {translate('crm.note.none')}
          </Typography>
        )}
        {error !== null && notes === undefined && (
          <Box role="alert">
            <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
              {translate('crm.note.failed')}
            </Typography>
            <RetryButton variant="outlined" onRetry={refetch} />
          </Box>
        )}
        {notes !== undefined && notes.length > 0 && (
          <Box component="ul" aria-label={translate('crm.note.list')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
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
        leadId={lead.id}
        isSending={creation.isPending}
        onSend={(message, onSent) => {
          creation.mutate(message, { onSuccess: onSent });
        }}
      />
      {doomed && (
        <QuestionDialog
          title={translate('crm.note.deleteTitle')}
          text={translate('crm.note.deleteText')}
          action={translate('crm.note.deleteAction')}
          isPending={removal.isPending}
          onClose={() => {
            setDoomed(undefined);
          }}
          onAction={() => {
            removal.mutate(doomed.id, {
              onSettled: () => {
                setDoomed(undefined);
              },
            });
          }}
        >
          <Typography
            variant="body2"
            tabIndex={0}
            sx={{ mt: 1, maxHeight: 120, overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            {doomed.message}
          </Typography>
        </QuestionDialog>
      )}
    </Box>
  );
}
