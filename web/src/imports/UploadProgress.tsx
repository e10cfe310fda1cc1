import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useRawLeadMessages } from '../i18n/raw-leads.en.js';
import { shownSize } from '../i18n/shown-size.js';
import { useUploads, type Upload } from './uploads.js';
import { percentSent } from './import-progress.rules.js';

/** How far the file is on its way to the server, and the way to call it back. */
export function UploadProgress({ upload }: { upload: Upload }) {
  const translate = useRawLeadMessages();
  const uploads = useUploads();
  const isSent = upload.sent >= upload.bytes;
  const label = translate('crm.imports.uploading', { file: upload.file });
  return (
    <Box
      component="section"
      aria-label={label}
      sx={(theme) => ({
        p: 2,
        border: `1px solid ${theme.palette.border.default}`,
        borderRadius: `${String(theme.radius.card)}px`,
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" component="div" noWrap>
            {label}
          </Typography>
          <Typography variant="caption" component="div" color="textSecondary" sx={(theme) => theme.tabular}>
            {isSent
              ? translate('crm.imports.storing')
              : translate('crm.imports.sent', {
                  sent: shownSize(upload.sent),
                  size: shownSize(upload.bytes),
                })}
          </Typography>
        </Box>
        {!isSent && (
          <Button
            size="small"
            color="error"
            variant="outlined"
            onClick={() => {
              uploads.cancel();
            }}
          >
            {translate('crm.imports.cancelUpload')}
          </Button>
        )}
      </Box>
      <LinearProgress
        aria-label={label}
        {...(isSent ? {} : { variant: 'determinate' as const, value: percentSent(upload) })}
      />
    </Box>
  );
}
