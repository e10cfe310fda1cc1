import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { Note } from '@crm/contracts/http/notes.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useNoteMessages } from '../../i18n/notes.en.js';

interface Props {
  note: Note;
  /** Given to whoever may delete it. */
  onDelete: (() => void) | undefined;
}

/** A note: who wrote it, when, and what. */
export function NoteItem({ note, onDelete }: Props) {
  const translate = useNoteMessages();
  const name = `${note.fname} ${note.lname}`.trim() || translate('crm.note.formerUser');
  const time = translate('crm.fields.pacific', { time: shownInstant(note.createdAt) });
  const deletes = translate('crm.note.delete', { name, time });
  return (
    <Box component="li" sx={{ position: 'relative', mb: 1.5, pr: onDelete ? 4 : 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
        <Typography variant="body2" component="span" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <Typography
          variant="caption"
          component="time"
          dateTime={note.createdAt}
          sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
        >
          {time}
        </Typography>
      </Box>
      <Typography
        variant="body2"
        sx={{ color: 'text.secondary', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {note.message}
      </Typography>
      {onDelete && (
        <Tooltip title={deletes}>
          <IconButton
            aria-label={deletes}
            size="small"
            onClick={onDelete}
            sx={{ position: 'absolute', top: -6, right: -8 }}
          >
            <DeleteOutlined fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}
