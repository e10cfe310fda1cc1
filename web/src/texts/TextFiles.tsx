import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { fileWords, isShownPicture, textFileName } from '@crm/contracts/codes/text-files.js';
import type { TextFile } from '@crm/contracts/entities/messaging.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useDownload } from '../downloads/useDownload.js';
import { useTextMessages } from '../i18n/texts.en.js';
import { fileSize } from './file-size.rules.js';
import { useSeen } from './useSeen.js';
import { fileCall, useFetchAgain, useTextPicture } from './useTextFile.js';

interface FileProps {
  file: TextFile;
  /** When the text was written, to tell files apart by. */
  time: string;
}

/** What a text carries: pictures as such, anything else as a download, and what is not here with its reason. */
export function TextFiles({ files, time }: { files: readonly TextFile[]; time: string }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, maxWidth: { xs: '100%', sm: '80%' }, mb: 0.5 }}>
      {files.map((file) =>
        file.state !== 'kept' ? (
          <MissingFile key={file.id} file={file} time={time} />
        ) : isShownPicture(file.type) ? (
          <Picture key={file.id} file={file} time={time} />
        ) : (
          <SavedFile key={file.id} file={file} time={time} />
        ),
      )}
    </Box>
  );
}

/** Loaded once it is scrolled into view; a click shows it large. */
function Picture({ file, time }: FileProps) {
  const translate = useTextMessages();
  const [isSeen, setSeen] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const place = useSeen<HTMLDivElement>(!isSeen, () => {
    setSeen(true);
  });
  const { url, isError, refetch } = useTextPicture(file.id, { enabled: isSeen });
  const name = translate('crm.text.pictureOf', { time });
  return (
    <Box
      ref={place}
      sx={(theme) => ({
        // As large while it loads, so that nothing moves under a reader.
        width: 200,
        height: 150,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        overflow: 'hidden',
        backgroundColor: 'surface.sunken',
        borderRadius: `${String(theme.radius.card)}px`,
      })}
    >
      {isError && (
        <Button size="small" startIcon={<ReplayOutlined />} onClick={() => void refetch()}>
          {translate('crm.text.pictureFailed')}
        </Button>
      )}
      {url !== undefined && (
        <Box
          component="button"
          type="button"
          onClick={() => {
            setOpen(true);
          }}
          sx={{ p: 0, border: 0, width: '100%', height: '100%', background: 'none', cursor: 'zoom-in' }}
        >
          <Box
            component="img"
            src={url}
            alt={name}
            sx={{ display: 'block', width: '100%', height: '100%', objectFit: 'cover' }}
          />
        </Box>
      )}
      <DialogFrame
        open={isOpen}
        width={936}
        title={name}
        onClose={() => {
          setOpen(false);
        }}
        actions={<SavedFile file={file} time={time} />}
      >
        <Box component="img" src={url} alt={name} sx={{ display: 'block', maxWidth: '100%', mx: 'auto' }} />
      </DialogFrame>
    </Box>
  );
}

/** A file to be saved. */
function SavedFile({ file, time }: FileProps) {
  const translate = useTextMessages();
  const { mutate, isPending } = useDownload();
  const kind = fileWords([file.kind]);
  const size = file.bytes === null ? '' : fileSize(file.bytes);
  return (
    <Button
      size="small"
      variant="outlined"
      loading={isPending}
      startIcon={<DownloadOutlined />}
      aria-label={translate('crm.text.saveOf', { kind, time })}
      onClick={() => {
        if (!isPending) mutate({ ...fileCall(file.id), name: textFileName(file) });
      }}
    >
      {translate('crm.text.save', { kind, size })}
    </Button>
  );
}

/** A file that is not here: still coming, or lost. */
function MissingFile({ file, time }: FileProps) {
  const translate = useTextMessages();
  const { mutate, isPending } = useFetchAgain();
  const kind = fileWords([file.kind]);
  const isLost = file.state === 'lost';
  return (
    <Box
      sx={(theme) => ({
        px: 1.5,
        py: 1,
        border: 1,
        borderColor: 'border.subtle',
        borderRadius: `${String(theme.radius.card)}px`,
      })}
    >
      <Typography variant="body2" sx={{ color: isLost ? 'error.main' : 'text.secondary' }}>
        {isLost
          ? translate('crm.text.lost', { kind, reason: file.reason })
          : translate('crm.text.fetching', { kind })}
      </Typography>
      {file.can_fetch && (
        <Button
          size="small"
          loading={isPending}
          startIcon={<ReplayOutlined />}
          aria-label={translate('crm.text.fetchAgainOf', { kind, time })}
          onClick={() => {
            if (!isPending) mutate(file.id);
          }}
        >
          {translate('crm.text.fetchAgain')}
        </Button>
      )}
    </Box>
  );
}
