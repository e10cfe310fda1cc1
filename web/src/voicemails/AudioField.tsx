import { useId } from 'react';
import AudioFileOutlined from '@mui/icons-material/AudioFileOutlined';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { useVoicemailMessages } from '../i18n/voicemails.en.js';
import { shownSize } from '../i18n/shown-size.js';

interface Props {
  file: File | undefined;
  /** What the server said against the file; what can be seen of it beforehand the field says itself. */
  error: string | undefined;
  onChoose: (file: File) => void;
}

/** Where an audio file is chosen. */
export function AudioField({ file, error, onChoose }: Props) {
  const translate = useVoicemailMessages();
  const helpId = useId();
  return (
    <div>
      <Box
        component="label"
        sx={(theme) => ({
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          px: 2,
          py: 1.5,
          cursor: 'pointer',
          border: '1px dashed',
          borderColor: error === undefined ? 'border.control' : 'error.main',
          borderRadius: `${String(theme.radius.card)}px`,
          backgroundColor: 'surface.hover',
          '&:has(:focus-visible)': { outline: `2px solid ${theme.palette.focus}`, outlineOffset: 2 },
        })}
      >
        <AudioFileOutlined aria-hidden sx={{ color: 'primary.main' }} />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="subtitle2" component="div" noWrap>
            {file ? file.name : translate('crm.voicemails.choose')}
          </Typography>
          <Typography variant="caption" component="div" color="textSecondary">
            {file
              ? `${shownSize(file.size)} · ${translate('crm.voicemails.chooseOther')}`
              : translate('crm.voicemails.limit')}
          </Typography>
        </Box>
        <input
          type="file"
          accept=".mp3,.wav,audio/mpeg,audio/wav"
          aria-label={translate('crm.voicemails.file')}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : helpId}
          style={visuallyHidden}
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen) onChoose(chosen);
            // The same file, corrected, can be chosen again.
            target.value = '';
          }}
        />
      </Box>
      {error !== undefined && (
        <FormHelperText error id={helpId}>
          {error}
        </FormHelperText>
      )}
    </div>
  );
}
