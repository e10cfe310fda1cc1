import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTheme } from 'react-admin';
import { useTranslate } from '../i18n/useTranslate.js';

/** Switches between light and dark; stored in the browser. */
export const ThemeButton = () => {
  const translate = useTranslate();
  const [theme, setTheme] = useTheme();
  const isDark = theme === 'dark';
  const name = translate(isDark ? 'crm.shell.toLight' : 'crm.shell.toDark');
  return (
    <Tooltip title={name}>
      <IconButton
        aria-label={name}
        onClick={() => {
          setTheme(isDark ? 'light' : 'dark');
        }}
      >
        {isDark ? <LightModeOutlined /> : <DarkModeOutlined />}
      </IconButton>
    </Tooltip>
  );
};
