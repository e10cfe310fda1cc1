import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useSoundMessages } from '../i18n/sound.en.js';
import { askForNotices, useNoticePermission, usePushed } from '../notifications/notice-permission.js';

/** Whether this browser tells of call-backs that fall due while somebody looks elsewhere. */
export function NoticesPart() {
  const translate = useSoundMessages();
  const permission = useNoticePermission();
  const [isPushed] = usePushed();
  return (
    <Box
      component="section"
      aria-labelledby="notices"
      sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}
    >
      <Typography id="notices" variant="subtitle2" component="h3">
        {translate('crm.sound.notices')}
      </Typography>
      <Typography variant="body2" color="textSecondary" role="status">
        {translate(`crm.sound.noticesAre.${permission === 'granted' && isPushed ? 'pushed' : permission}`)}
      </Typography>
      {permission === 'default' && (
        <Button variant="outlined" size="small" onClick={() => void askForNotices()}>
          {translate('crm.sound.turnOn')}
        </Button>
      )}
    </Box>
  );
}
