import { memo, useMemo } from 'react';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { Link, matchPath, useLocation, type LinkProps } from 'react-router-dom';
import { useTranslate } from '../i18n/useTranslate.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { menuFor } from './menu-items.js';

const Entry = styled(ButtonBase as typeof ButtonBase<typeof Link>, {
  shouldForwardProp: (name) => name !== 'wide',
})<LinkProps & { component: typeof Link; wide: boolean }>(({ theme, wide }) => ({
  width: '100%',
  borderRadius: theme.radius.control,
  color: theme.palette.text.secondary,
  transition: theme.transitions.create(['background-color', 'color'], { duration: theme.timing.quick }),
  '&:hover': { backgroundColor: theme.palette.surface.hover, color: theme.palette.text.primary },
  '&[aria-current]': {
    fontWeight: 600,
    color: theme.palette.primary.main,
    backgroundColor: theme.palette.brand.tint,
  },
  '&.Mui-focusVisible': { outlineOffset: -2 },
  ...(wide
    ? {
        ...theme.typography.body1,
        fontWeight: 500,
        justifyContent: 'flex-start',
        gap: 12,
        minHeight: 40,
        padding: '0 16px',
      }
    : {
        ...theme.typography.overline,
        // The longest label fits on one line of the rail.
        letterSpacing: 0,
        whiteSpace: 'nowrap',
        flexDirection: 'column',
        gap: 2,
        minHeight: 52,
        '& .MuiSvgIcon-root': { fontSize: theme.typography.pxToRem(22) },
      }),
}));

/** The user's pages, as a rail of icons with labels or as drawer rows. */
export const Menu = ({ wide }: { wide: boolean }) => {
  const { pathname } = useLocation();
  const user = useCurrentUser();
  const entries = useMemo(() => menuFor(user), [user]);
  const current = entries.find(({ to }) => matchPath({ path: to, end: false }, pathname))?.to;
  return <Entries wide={wide} entries={entries} current={current} />;
};

interface EntriesProps {
  wide: boolean;
  entries: ReturnType<typeof menuFor>;
  /** The address of the one that is open. */
  current: string | undefined;
}

/** Drawn again when another page opens, and not for each address within one. */
const Entries = memo(function Entries({ wide, entries, current }: EntriesProps) {
  const translate = useTranslate();
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
      {entries.map(({ to, label, Icon, Badge }) => (
        <li key={to}>
          <Entry
            component={Link}
            to={to}
            wide={wide}
            {...(to === current && { 'aria-current': 'page' as const })}
          >
            <Icon aria-hidden />
            {translate(label)}
            {Badge && (
              <Box
                component="span"
                sx={
                  wide
                    ? { display: 'flex', flex: 1, justifyContent: 'flex-end' }
                    : { position: 'absolute', top: 2, right: 8 }
                }
              >
                <Badge />
              </Box>
            )}
          </Entry>
        </li>
      ))}
    </Box>
  );
});
