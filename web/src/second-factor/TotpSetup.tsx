import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { plainCode, totpCode, type totpKey } from '@crm/contracts/entities/second-factor.js';
import type { z } from 'zod';
import { useSecondFactorMessages } from '../i18n/second-factor.en.js';
import { QrCode } from './QrCode.js';
import { useCopy } from './useCopy.js';

/** The code as typed, where it can be one. */
export const readCode = (typed: string): string | undefined =>
  totpCode.safeParse(typed).success ? plainCode(typed) : undefined;

interface CodeProps {
  value: string;
  error?: string | undefined;
  autoFocus?: boolean;
  onChange: (typed: string) => void;
}

/** The field of an app's code; phones offer digits, and browsers the code of a message. */
export function CodeField({ value, error, autoFocus = true, onChange }: CodeProps) {
  const translate = useSecondFactorMessages();
  return (
    <TextField
      label={translate('crm.secondFactor.code')}
      value={value}
      autoFocus={autoFocus}
      autoComplete="one-time-code"
      error={error !== undefined}
      helperText={error}
      onChange={({ target }) => {
        onChange(target.value);
      }}
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 7 } }}
    />
  );
}

/** The key in fours, as people type it. */
const inFours = (key: string) => key.replace(/(.{4})(?=.)/g, '$1 ');

/** An app's key as QR code and as text, and the field of its first code. */
export function TotpSetup({ made, ...code }: { made: z.output<typeof totpKey> } & CodeProps) {
  const translate = useSecondFactorMessages();
  const copy = useCopy();
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography color="text.secondary">{translate('crm.secondFactor.scan')}</Typography>
      <QrCode text={made.uri} label={translate('crm.secondFactor.qr')} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="body2" component="span" color="text.secondary">
          {translate('crm.secondFactor.key')}
        </Typography>
        <Typography component="code" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {inFours(made.key)}
        </Typography>
        <Button
          size="small"
          startIcon={<ContentCopyOutlined />}
          onClick={() => {
            copy(made.key);
          }}
        >
          {translate('crm.secondFactor.copyKey')}
        </Button>
      </Box>
      <CodeField {...code} />
    </Box>
  );
}
