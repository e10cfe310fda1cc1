import AttachFileOutlined from '@mui/icons-material/AttachFileOutlined';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { IconAction } from '../controls/IconAction.js';
import { useTextMessages } from '../i18n/texts.en.js';
import { fileSize } from './file-size.rules.js';
import type { Attachment } from './useAttachments.js';
import { useObjectUrl } from './useTextFile.js';

interface AttachmentsProps {
  attached: readonly Attachment[];
  onRemove: (key: string) => void;
}

/** The files that go with the text, each with a preview. */
export function Attachments({ attached, onRemove }: AttachmentsProps) {
  const translate = useTextMessages();
  if (attached.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={translate('crm.text.attached')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, listStyle: 'none', m: 0, mt: 1, p: 0 }}
    >
      {attached.map((each) => (
        <AttachedFile
          key={each.key}
          attachment={each}
          onRemove={() => {
            onRemove(each.key);
          }}
        />
      ))}
    </Box>
  );
}

function AttachedFile({
  attachment: { file, id },
  onRemove,
}: {
  attachment: Attachment;
  onRemove: () => void;
}) {
  const translate = useTextMessages();
  const isPicture = file.type.startsWith('image/');
  const url = useObjectUrl(isPicture ? file : undefined);
  return (
    <Box
      component="li"
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        maxWidth: 260,
        pl: 0.5,
        border: 1,
        borderColor: 'border.subtle',
        borderRadius: `${String(theme.radius.card)}px`,
      })}
    >
      {isPicture ? (
        <Box
          component="img"
          src={url}
          alt=""
          sx={{ width: 40, height: 40, flex: 'none', objectFit: 'cover', borderRadius: 0.5 }}
        />
      ) : (
        <PictureAsPdfOutlined aria-hidden sx={{ m: 1 }} />
      )}
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="caption" component="p" noWrap>
          {file.name}
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary">
          {id === undefined ? translate('crm.text.uploading') : fileSize(file.size)}
        </Typography>
      </Box>
      {id === undefined && <CircularProgress size={16} aria-hidden />}
      <IconAction label={translate('crm.text.remove', { name: file.name })} onClick={onRemove}>
        <CloseOutlined fontSize="small" />
      </IconAction>
    </Box>
  );
}

/** Chooses files for the text. */
export function AttachButton({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const translate = useTextMessages();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept="image/jpeg,image/png,image/gif,application/pdf"
        aria-label={translate('crm.text.attach')}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <IconAction label={translate('crm.text.attach')} onClick={() => input.current?.click()}>
        <AttachFileOutlined fontSize="small" />
      </IconAction>
    </>
  );
}
