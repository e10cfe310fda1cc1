import NetworkCheckOutlined from '@mui/icons-material/NetworkCheckOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { ReasonButton } from '../controls/ReasonButton.js';
import type { Verdict } from '../calling/verdict.rules.js';
import { useSoundMessages } from '../i18n/sound.en.js';
import { useConnectionTest } from './useConnectionTest.js';
import { wordsOfVerdict } from './words-of-verdict.js';

const severityOf = { good: 'success', usable: 'warning', unusable: 'error' } as const;

/** Tests the connection to the telephony provider by a short call, and says how calls would sound. */
export function ConnectionTestPart() {
  const translate = useSoundMessages();
  const { isRunning, verdict, start, inCall, isReady } = useConnectionTest();
  const reason = inCall
    ? translate('crm.sound.notInCall')
    : isReady
      ? undefined
      : translate('crm.sound.notYet');
  return (
    <Box component="section" aria-label={translate('crm.sound.connection')} sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'grid', gap: 0.25 }}>
        <Typography variant="subtitle2">{translate('crm.sound.connection')}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {translate('crm.sound.connectionText')}
        </Typography>
      </Box>
      <Box>
        <ReasonButton
          variant="outlined"
          startIcon={<NetworkCheckOutlined />}
          loading={isRunning}
          loadingPosition="start"
          {...(reason !== undefined && { reason })}
          onClick={start}
        >
          {translate('crm.sound.testConnection')}
        </ReasonButton>
      </Box>
      {/* There before anything is in it: what comes into it is read out. */}
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {isRunning && (
          <Box sx={{ display: 'grid', gap: 0.75 }}>
            <LinearProgress aria-label={translate('crm.sound.testing')} />
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {translate('crm.sound.testing')}
            </Typography>
          </Box>
        )}
        {verdict && <VerdictShown verdict={verdict} />}
      </Box>
    </Box>
  );
}

function VerdictShown({ verdict }: { verdict: Verdict }) {
  const translate = useSoundMessages();
  const { summary, reasons, figures } = wordsOfVerdict(verdict, translate);
  return (
    <Alert severity={severityOf[verdict.grade]} role="presentation">
      <Box sx={{ fontWeight: 600 }}>{summary}</Box>
      {reasons.map((reason) => (
        <Box key={reason} sx={{ mt: 0.5 }}>
          {reason}
        </Box>
      ))}
      {figures !== '' && (
        <Box sx={(theme) => ({ ...theme.tabular, typography: 'caption', mt: 0.5 })}>{figures}</Box>
      )}
    </Alert>
  );
}
