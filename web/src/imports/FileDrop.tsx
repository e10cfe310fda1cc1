import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { useRawLeadMessages } from '../i18n/raw-leads.en.js';
import { shownSize } from '../i18n/shown-size.js';

interface Props {
  file: File | null;
  error?: string | undefined;
  onChoose: (file: File) => void;
}

/** Where a CSV file is chosen, or dropped from the desktop. */
export function FileDrop({ file, error, onChoose }: Props) {
  const translate = useRawLeadMessages();
  const textId = useId();
  const errorId = useId();
  const [isOver, setOver] = useState(false);
  useNoDropBeside();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Back after an upload was cancelled: the button that had the focus is gone.
    if (document.activeElement === document.body) input.current?.focus();
  }, []);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onChoose(dropped);
  };
  return (
    <div>
      <Box
        component="label"
        onDragOver={(event: DragEvent) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => {
          setOver(false);
        }}
        onDrop={drop}
        sx={(theme) => ({
          position: 'relative',
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          p: 2,
          minHeight: 84,
          cursor: 'pointer',
          border: '1px dashed',
          borderColor: error === undefined ? 'border.control' : 'error.main',
          borderRadius: `${String(theme.radius.card)}px`,
          backgroundColor: isOver ? 'brand.tint' : 'surface.hover',
          transition: theme.transitions.create('background-color'),
          '&:has(:focus-visible)': { outline: `2px solid ${theme.palette.focus}`, outlineOffset: 2 },
        })}
      >
        <UploadFileOutlined aria-hidden sx={{ color: 'primary.main' }} />
        <Box id={textId} sx={{ minWidth: 0 }}>
          <Typography variant="subtitle2" component="div" noWrap>
            {file ? file.name : translate('crm.imports.choose')}
          </Typography>
          <Typography variant="caption" component="div" color="textSecondary">
            {file
              ? `${shownSize(file.size)} · ${translate('crm.imports.chooseOther')}`
              : translate('crm.imports.orDrop')}
          </Typography>
        </Box>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-label={translate('crm.imports.file')}
          aria-describedby={error === undefined ? textId : `${textId} ${errorId}`}
          aria-invalid={error !== undefined}
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
        <FormHelperText error id={errorId}>
          {error}
        </FormHelperText>
      )}
    </div>
  );
}

/** A file that misses the zone would open in place of the application. */
function useNoDropBeside(): void {
  useEffect(() => {
    const refuse = (event: Event) => {
      event.preventDefault();
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
