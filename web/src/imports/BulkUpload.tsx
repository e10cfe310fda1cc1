import { Suspense, useState } from 'react';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import type { LeadImport } from '@crm/contracts/entities/lead-import.js';
import { useWasOpened } from '../controls/useWasOpened.js';
import { useRawLeadMessages } from '../i18n/raw-leads.en.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { isRunning, percentDone, percentSent } from './import-progress.rules.js';
import { shownProgress } from './shown-progress.js';
import { SpokenProgress } from './SpokenProgress.js';
import { useUpload, type Upload } from './uploads.js';
import { useImports } from './useImports.js';
import { lazyPart } from '../loading/lazy-part.js';

const BulkUploadDialog = lazyPart(() => import('./BulkUploadDialog.js'));

/** Opens Bulk Upload, and while it is closed says how far what it began is. */
export function BulkUpload() {
  const translate = useRawLeadMessages();
  const upload = useUpload();
  const showAnswer = useShowAnswer();
  const [isOpen, setOpen] = useState(false);
  const wasOpened = useWasOpened(isOpen);
  const [ending, setEnding] = useState('');

  const imports = useImports((ended) => {
    const isFailed = ended.state === 'failed';
    const message = translate(isFailed ? 'crm.imports.endedFailed' : 'crm.imports.ended', {
      file: ended.file,
      message: ended.message,
      saved: shownCount(ended.saved),
      refused: shownCount(ended.refused),
      duplicates: shownCount(ended.duplicates),
      smart_count: ended.duplicates,
    });
    setEnding(message);
    showAnswer({ status: isFailed ? 'error' : 'success', message });
  });
  const running = imports.data?.filter(isRunning) ?? [];
  const open = () => {
    setOpen(true);
  };
  const spoken = <SpokenProgress upload={upload} imports={running} ending={ending} />;
  return (
    <>
      {!isOpen && spoken}
      <UnderWay upload={upload} running={running} onOpen={open} />
      <Button variant="contained" startIcon={<UploadFileOutlined />} onClick={open}>
        {translate('crm.imports.bulkUpload')}
      </Button>
      <Suspense fallback={null}>
        {wasOpened && (
          <BulkUploadDialog
            open={isOpen}
            imports={imports}
            // What stands beside an open dialog is not heard.
            spoken={spoken}
            onClose={() => {
              setOpen(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** What is under way, small, beside the button; a click shows all of it. */
function UnderWay({
  upload,
  running: [newest],
  onOpen,
}: {
  upload: Upload | undefined;
  running: readonly LeadImport[];
  onOpen: () => void;
}) {
  const translate = useRawLeadMessages();
  if (!upload && !newest) return null;
  const percent = upload ? percentSent(upload) : newest && percentDone(newest);
  const label = upload
    ? translate('crm.imports.uploadingShort', { percent: percentSent(upload) })
    : newest && shownProgress(translate, newest);
  return (
    <Button
      onClick={onOpen}
      aria-label={label}
      startIcon={
        <CircularProgress
          aria-hidden
          enableTrackSlot
          size={16}
          thickness={6}
          {...(percent === undefined ? {} : { variant: 'determinate' as const, value: percent })}
        />
      }
      sx={(theme) => ({ ...theme.tabular, minWidth: 0, '& .MuiButton-startIcon': { mr: { xs: 0, sm: 1 } } })}
    >
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {label}
      </Box>
    </Button>
  );
}
