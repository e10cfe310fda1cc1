import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { roleTitles } from '@crm/contracts/codes/roles.js';
import { useState } from 'react';
import { useTranslate } from '../i18n/useTranslate.js';
import { Clip } from '../controls/Clip.js';
import { useWasOpened } from '../controls/useWasOpened.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { initials } from './initials.js';
import { localise } from '../i18n/language.js';

const Initials = ({ of }: { of: { fname: string; lname: string } }) => (
  <Box
    aria-hidden
    sx={{
      typography: 'caption',
      fontWeight: 600,
      display: 'grid',
      placeItems: 'center',
      flex: 'none',
      width: 32,
      height: 32,
      borderRadius: '50%',
      color: 'primary.main',
      backgroundColor: 'brand.tint',
    }}
  >
    {initials(of)}
  </Box>
);

/** The signed-in user, at the bottom of rail and drawer; a click shows full name, role and e-mail. */
export const Person = ({ wide }: { wide: boolean }) => {
  const translate = useTranslate();
  const user = useCurrentUser();
  const role = localise(roleTitles[user.role_id]);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wasOpened = useWasOpened(anchor !== null);
  return (
    <>
      <ButtonBase
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setAnchor(event.currentTarget);
        }}
        sx={(theme) => ({
          display: 'flex',
          flexDirection: wide ? 'row' : 'column',
          flexWrap: wide ? 'wrap' : 'nowrap',
          justifyContent: wide ? 'flex-start' : 'center',
          columnGap: 1.25,
          rowGap: 0.5,
          width: '100%',
          px: wide ? 1 : 0,
          py: 1,
          textAlign: 'left',
          borderRadius: `${String(theme.radius.control)}px`,
          '&:hover': { backgroundColor: 'surface.hover' },
        })}
      >
        <span style={visuallyHidden}>
          {translate('crm.shell.person', { name: wide ? '' : user.fullname })}
        </span>
        <Initials of={user} />
        {wide ? (
          <>
            <Box sx={{ minWidth: 0, flex: 1 }}>
              <Typography variant="caption" component="div" sx={{ fontWeight: 600 }}>
                <Clip text={user.fullname} />
              </Typography>
              <Typography variant="caption" component="div" color="textSecondary" sx={{ fontWeight: 400 }}>
                {role}
              </Typography>
            </Box>
            {/* A line of its own: beside the initials there is no room for it. */}
            <Typography
              variant="caption"
              component="div"
              color="textSecondary"
              sx={{ flexBasis: '100%', minWidth: 0, fontWeight: 400 }}
            >
              <Clip text={user.email} />
            </Typography>
          </>
        ) : (
          <Typography variant="overline" component="span" color="textSecondary">
            {role}
          </Typography>
        )}
      </ButtonBase>
      {wasOpened && (
        <Popover
          open={anchor !== null}
          anchorEl={anchor}
          onClose={() => {
            setAnchor(null);
          }}
          anchorOrigin={{ vertical: 'top', horizontal: wide ? 'left' : 'right' }}
          transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': user.fullname } }}
        >
          <Box sx={{ display: 'flex', gap: 1.5, p: 2, maxWidth: 320 }}>
            <Initials of={user} />
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="subtitle1" sx={{ overflowWrap: 'anywhere' }}>
                {user.fullname}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {role}
              </Typography>
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {user.email}
              </Typography>
            </Box>
          </Box>
        </Popover>
      )}
    </>
  );
};
