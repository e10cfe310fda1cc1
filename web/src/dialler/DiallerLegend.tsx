import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useDiallerMessages } from '../i18n/dialler.en.js';
import { diallerOutcomes } from './dialler-outcome.js';
import { DiallerChip } from './DiallerChip.js';

/** The legend of the row colours. */
export function DiallerLegend() {
  const translate = useDiallerMessages();
  return (
    <Paper
      component="section"
      aria-label={translate('crm.dialler.legend')}
      sx={(theme) => ({
        flex: '1 1 380px',
        minWidth: 0,
        px: 2,
        py: 1.5,
        border: `1px solid ${theme.palette.border.subtle}`,
        boxShadow: theme.elevation[1],
      })}
    >
      <Typography variant="subtitle1" component="h2" sx={{ mb: 1 }}>
        {translate('crm.dialler.legend')}
      </Typography>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'max-content 1fr', xl: 'max-content 1fr max-content 1fr' },
          alignItems: 'center',
          columnGap: 1.5,
          rowGap: 0.5,
          m: 0,
        }}
      >
        {diallerOutcomes.map((outcome) => (
          <Box key={outcome} sx={{ display: 'contents' }}>
            <Box component="dt">
              <DiallerChip outcome={outcome} />
            </Box>
            <Typography variant="body2" component="dd" color="textSecondary" sx={{ m: 0 }}>
              {translate(`crm.dialler.meaning.${outcome}`)}
            </Typography>
          </Box>
        ))}
      </Box>
    </Paper>
  );
}
