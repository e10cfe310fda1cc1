import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import InputBase from '@mui/material/InputBase';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useNavigate } from '../routing/NavigateProvider.js';
import { Kbd } from '../controls/Kbd.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { dashboardFor, searchAddress, type DashboardPath } from '../routing/dashboards.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { useShortcut } from '../shortcuts/ShortcutsProvider.js';

const Field = ({ dashboard }: { dashboard: DashboardPath }) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  useShortcut({ key: '/', label: translate('crm.shortcuts.find'), scope: 'everywhere' }, () => {
    input.current?.select();
    input.current?.focus();
  });

  return (
    <Box
      component="form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = text.trim();
        if (wanted !== '') void navigate(searchAddress(dashboard, wanted));
      }}
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        flex: '0 1 320px',
        minWidth: 0,
        height: theme.size.control,
        pl: 1.25,
        pr: 1,
        gap: 1,
        color: 'text.tertiary',
        backgroundColor: 'surface.canvas',
        border: 1,
        borderColor: 'border.default',
        borderRadius: `${String(theme.radius.control)}px`,
        transition: theme.transitions.create('background-color'),
        '&:hover': { borderColor: 'border.control' },
        '&:focus-within': {
          backgroundColor: 'surface.base',
          borderColor: 'primary.main',
          boxShadow: `inset 0 0 0 1px ${theme.palette.primary.main}`,
        },
      })}
    >
      <SearchOutlined aria-hidden />
      <InputBase
        inputRef={input}
        type="search"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') input.current?.blur();
        }}
        placeholder={translate(narrow ? 'crm.shell.findShort' : 'crm.shell.find')}
        inputProps={{ 'aria-label': translate('crm.shell.find'), maxLength: 100, enterKeyHint: 'search' }}
        sx={{
          typography: 'body2',
          flex: 1,
          color: 'text.primary',
          '& input': { p: 0, height: 'auto' },
          '& input::placeholder': { color: 'text.tertiary', opacity: 1 },
          '& input::-webkit-search-cancel-button': { display: 'none' },
        }}
      />
      {!narrow && <Kbd aria-hidden>/</Kbd>}
    </Box>
  );
};

/** Finds a lead: opens the current dashboard, or the user's first one, filtered by the text. */
export const SearchField = () => {
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const dashboard = dashboardFor(user, pathname);
  return dashboard ? <Field dashboard={dashboard} /> : null;
};
