import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { Mark } from '../brand/Mark.js';
import { useTranslate } from '../i18n/useTranslate.js';

/** Nothing is shown for shorter loads; longer ones say why. */
const showAfterMs = 400;
const explainAfterMs = 5000;

/** Shown while the session is verified. */
export const LoadingPage = () => {
  const translate = useTranslate();
  const [stage, setStage] = useState<'quiet' | 'shown' | 'slow'>('quiet');
  useEffect(() => {
    const show = setTimeout(() => {
      setStage('shown');
    }, showAfterMs);
    const explain = setTimeout(() => {
      setStage('slow');
    }, explainAfterMs);
    return () => {
      clearTimeout(show);
      clearTimeout(explain);
    };
  }, []);
  return (
    <Box
      role="status"
      aria-label={translate('crm.loading.label')}
      sx={{ display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 2, minHeight: '100dvh' }}
    >
      {stage !== 'quiet' && <Mark size={40} moving />}
      {stage === 'slow' && (
        <Typography variant="body2" color="textSecondary">
          {translate('crm.loading.slow')}
        </Typography>
      )}
    </Box>
  );
};
