import { Suspense, useState } from 'react';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from '../i18n/useTranslate.js';
import { lazyPart } from '../loading/lazy-part.js';

const SettingsMenu = lazyPart(() => import('./SettingsMenu.js'));

/** Opens the settings menu, which is lazy-loaded and stays mounted for its dialogs. */
export const SettingsButton = ({ onShortcuts }: { onShortcuts: () => void }) => {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wasOpened, setOpened] = useState(false);
  return (
    <>
      <Tooltip title={translate('crm.shell.settings')}>
        <IconButton
          aria-label={translate('crm.shell.settings')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => {
            setAnchor(event.currentTarget);
            setOpened(true);
          }}
        >
          <SettingsOutlined />
        </IconButton>
      </Tooltip>
      <Suspense fallback={null}>
        {wasOpened && (
          <SettingsMenu
            anchor={anchor}
            onClose={() => {
              setAnchor(null);
            }}
            onShortcuts={onShortcuts}
          />
        )}
      </Suspense>
    </>
  );
};
