import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { productName } from '../brand/brand.js';
import { saveFile } from '../downloads/useDownload.js';
import { useSecondFactorMessages } from '../i18n/second-factor.en.js';
import { PrintButton } from '../print/PrintButton.js';
import { PrintedPage } from '../print/PrintedPage.js';
import { useCopy } from './useCopy.js';

/** New recovery codes, shown once: to copy, download or print. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const translate = useSecondFactorMessages();
  const copy = useCopy();
  const text = codes.join('\n');
  const title = translate('crm.secondFactor.fileTitle', { name: productName });
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography color="text.secondary">{translate('crm.secondFactor.saveCodesHint')}</Typography>
      <PrintedPage>
        <Typography sx={{ display: 'none', '@media print': { display: 'block' } }}>{title}</Typography>
        <Box
          component="ul"
          aria-label={translate('crm.secondFactor.codeList')}
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0,
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(190px, 1fr))',
            gap: 1,
            fontFamily: 'monospace',
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
      </PrintedPage>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          startIcon={<ContentCopyOutlined />}
          onClick={() => {
            copy(text);
          }}
        >
          {translate('crm.secondFactor.copy')}
        </Button>
        <Button
          variant="outlined"
          startIcon={<FileDownloadOutlined />}
          onClick={() => {
            saveFile(new Blob([`${title}\n\n${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt');
          }}
        >
          {translate('crm.secondFactor.download')}
        </Button>
        <PrintButton label={translate('crm.secondFactor.print')} />
      </Box>
    </Box>
  );
}
