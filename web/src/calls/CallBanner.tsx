import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { visuallyHidden } from '@mui/utils';
import { Link } from 'react-router-dom';
import { useCallMessages } from '../i18n/calls.en.js';
import { shownCall } from './call-shown.rules.js';
import { useCalling } from '../calling/calling.js';

/** Shown in the top bar during a call, on every page (rule A12). */
export default function CallBanner() {
  const translate = useCallMessages();
  const call = shownCall(useCalling());
  if (!call) return null;
  return (
    <Box
      role="group"
      aria-label={translate('crm.calls.onTheCall')}
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        flex: 'none',
        height: 36,
        pl: { xs: 1.25, sm: 2 },
        pr: 0.5,
        mx: { xs: 0, sm: 1 },
        color: 'success.contrastText',
        backgroundColor: 'success.main',
        borderRadius: `${String(theme.radius.pill)}px`,
        typography: 'caption',
        fontWeight: 600,
        whiteSpace: 'nowrap',
      })}
    >
      <Box aria-hidden sx={{ width: 8, height: 8, borderRadius: '50%', backgroundColor: 'currentColor' }} />
      {/* A window enlarged to 400 % has no room for words that the panel says as well. */}
      <Box
        component="span"
        sx={(theme) => (call.leadId === null ? {} : { [theme.breakpoints.down(360)]: visuallyHidden })}
      >
        {translate('crm.calls.onTheCall')}
      </Box>
      {call.leadId === null ? (
        <Box component="span" sx={{ width: 8 }} />
      ) : (
        <ButtonBase
          component={Link}
          to={`/lead/${call.leadId}`}
          sx={(theme) => ({
            height: 28,
            px: 1.5,
            ml: { xs: 0, sm: 1 },
            font: 'inherit',
            color: 'success.main',
            backgroundColor: 'surface.base',
            borderRadius: `${String(theme.radius.pill)}px`,
          })}
        >
          {translate('crm.calls.openLead')}
        </ButtonBase>
      )}
    </Box>
  );
}
